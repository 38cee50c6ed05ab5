//! stub
use crate::Result;
#[derive(Clone, Debug, Default)]
pub struct Variables(Vec<(String, String)>);
impl Variables {
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
    pub fn path_segment(&self, name: &str) -> Option<&str> {
        self.value(name)
    }
}
pub struct UriTemplate {
    pre: String,
    var: String,
    post: String,
}
impl UriTemplate {
    pub fn parse(t: &str) -> Result<Self> {
        let (pre, r) = t.split_once('{').unwrap();
        let (var, post) = r.split_once('}').unwrap();
        Ok(Self { pre: pre.into(), var: var.into(), post: post.into() })
    }
    pub fn matches(&self, uri: &str) -> Option<Variables> {
        let v = uri.strip_prefix(&*self.pre)?.strip_suffix(&*self.post)?;
        (!v.contains('/')).then(|| Variables(vec![(self.var.clone(), v.to_owned())]))
    }
}
