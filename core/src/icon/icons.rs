//! From what a server says of its icons to a picture that can be shown.
//!
//! Owns what all servers share: the settings, the cache, and how much is done at once. It decides
//! nothing: `choice` says which icon, `address` says whether it may be had, and the sanitizer says
//! whether it may be shown.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime},
};

use bytes::Bytes;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::timeout,
};

#[cfg(feature = "http")]
use super::fetch;
use super::{
    Candidate, IconKind, IconSettings, Refused, RefusedReason, SafeIcon, Site, address,
    address::{Place, Rules},
    cache::{Disk, Key, Limits, Memory},
    check_size, choice, data, sanitize,
};

/// How many icons are fetched at once.
const MAX_FETCHES: usize = 4;
/// How many are drawn at once.
const MAX_DRAWINGS: usize = 2;
/// How long an icon waits for its turn, to be fetched and to be drawn.
const MAX_WAIT: Duration = Duration::from_secs(30);

/// Makes pictures of the icons of servers, and keeps those that it has made.
///
/// Cloning is cheap and shares the pictures and the bounds on what is done at once: four icons are
/// fetched and two are drawn at a time. Give the same one to every client
/// ([`ClientBuilder::icons`](crate::client::ClientBuilder::icons)). It is used on a Tokio runtime;
/// computing and files are kept off its workers.
#[derive(Clone)]
pub struct Icons(Arc<Inner>);

struct Inner {
    settings: IconSettings,
    memory: Memory,
    disk: Option<Disk>,
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "nothing is fetched"))]
    fetches: Arc<Semaphore>,
    drawings: Arc<Semaphore>,
}

/// One icon that is to be made.
struct Task {
    /// What is found by its address.
    key: Key,
    size: u32,
    /// The media types that were said, each of which must be that of the bytes.
    said: Vec<String>,
}

/// Where the bytes of an icon are.
enum File {
    /// In a `data:` address.
    Inline(String),
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "nothing is fetched"))]
    Fetched(Bytes),
}

impl Icons {
    /// Icons with these settings. Nothing is opened before the first icon.
    pub fn new(settings: IconSettings) -> Self {
        let disk = settings.cache_folder.clone().map(|folder| Disk::new(folder, Limits::USUAL));
        Self(Arc::new(Inner {
            settings,
            memory: Memory::default(),
            disk,
            fetches: Arc::new(Semaphore::new(MAX_FETCHES)),
            drawings: Arc::new(Semaphore::new(MAX_DRAWINGS)),
        }))
    }

    /// The picture of whichever of these icons fits best. Where that one is refused the next is
    /// tried, since one that is broken should not hide a good one; what is told then is why the
    /// best was refused.
    ///
    /// Dropping the future ends a fetch. A picture that is being drawn is drawn to its end, and
    /// kept.
    pub(crate) async fn picture(
        &self,
        site: &Site,
        candidates: &[Candidate<'_>],
        size: u32,
        theme: &str,
    ) -> Result<SafeIcon, Refused> {
        check_size(size)?;
        let mut left = self.0.settings.fetch_time;
        let mut first = None;
        for candidate in choice::order(candidates, size, theme) {
            match self.try_one(site, &candidate, size, &mut left).await {
                Ok(icon) => return Ok(icon),
                Err(refused) => {
                    let reason = refused.reason().name();
                    tracing::debug!(
                        target: "hostline::icon", server = site.label(), reason, %refused, "refused"
                    );
                    first.get_or_insert(refused);
                }
            }
        }
        Err(first.unwrap_or_else(|| Refused::new(RefusedReason::Missing, "there is no icon")))
    }

    /// The picture of one icon. Whoever asks for the same one meanwhile waits for the same picture.
    async fn try_one(
        &self,
        site: &Site,
        candidate: &Candidate<'_>,
        size: u32,
        left: &mut Duration,
    ) -> Result<SafeIcon, Refused> {
        let settings = &self.0.settings;
        let rules = Rules {
            home: site.home(),
            hosts: &settings.hosts,
            plain_loopback: settings.plain_loopback,
        };
        // Judged each time: what one server may show from there, another may not.
        let place = address::judge(candidate.src, rules)?;
        let key = Key::of_address(candidate.src, candidate.media_type, size);
        if let Some(icon) = self.0.memory.picture(&key, SystemTime::now()) {
            return Ok(icon);
        }
        let said = candidate.media_type.map(str::to_owned).into_iter().collect();
        let task = Task { key, size, said };
        let outcome = site.outcome(key);
        outcome.get_or_init(|| self.make(site, place, task, left)).await.clone()
    }

    async fn make(
        &self,
        site: &Site,
        place: Place<'_>,
        task: Task,
        left: &mut Duration,
    ) -> Result<SafeIcon, Refused> {
        match place {
            Place::Inline(text) => self.draw(File::Inline(text.to_owned()), task).await,
            Place::Web(url) => self.make_of_web(site, &url, task, left).await,
        }
    }

    #[cfg(feature = "http")]
    async fn make_of_web(
        &self,
        site: &Site,
        url: &url::Url,
        mut task: Task,
        left: &mut Duration,
    ) -> Result<SafeIcon, Refused> {
        let (key, size) = (task.key, task.size);
        let known = self.blocking(move |inner| Ok(inner.known(key, size))).await?;
        if let Some(icon) = known {
            return Ok(icon);
        }
        if left.is_zero() {
            return Err(too_late(self.0.settings.fetch_time));
        }
        let slot = turn(&self.0.fetches).await?;
        let begun = tokio::time::Instant::now();
        let whole = async {
            let client = site.client_for(url).await;
            fetch::fetch(&client, url, *left).await
        };
        let fetched = timeout(*left, whole).await;
        let fetched = fetched.unwrap_or_else(|_| Err(too_late(self.0.settings.fetch_time)));
        *left = left.saturating_sub(begun.elapsed());
        drop(slot);
        let fetched = fetched?;
        task.said.extend(fetched.media_type);
        self.draw(File::Fetched(fetched.bytes), task).await
    }

    #[cfg(not(feature = "http"))]
    #[expect(clippy::unused_async, reason = "with HTTP it waits")]
    async fn make_of_web(
        &self,
        _: &Site,
        _: &url::Url,
        _: Task,
        _: &mut Duration,
    ) -> Result<SafeIcon, Refused> {
        let sentence = "this build of Hostline does not speak HTTP";
        Err(Refused::new(RefusedReason::Unreachable, sentence))
    }

    /// Draws beside the workers of the runtime. What has begun to compute cannot be stopped, so the
    /// permit goes with it.
    async fn draw(&self, file: File, task: Task) -> Result<SafeIcon, Refused> {
        let turn = turn(&self.0.drawings).await?;
        self.blocking(move |inner| {
            let _turn = turn;
            inner.draw(&file, &task)
        })
        .await
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let inner = self.0.clone();
        spawn_blocking(move || work(&inner)).await.unwrap_or_else(|_| {
            Err(Refused::new(RefusedReason::Internal, "the icon could not be made"))
        })
    }
}

impl Inner {
    /// The picture that an address has led to, of another process or an earlier one.
    #[cfg(feature = "http")]
    fn known(&self, address: Key, size: u32) -> Option<SafeIcon> {
        let disk = self.disk.as_ref()?;
        let (icon, then) = disk.led_to(address, size, SystemTime::now())?;
        self.memory.keep(address, icon.clone(), Some(then));
        Some(icon)
    }

    /// Makes the picture of a file, or finds it.
    fn draw(&self, file: &File, task: &Task) -> Result<SafeIcon, Refused> {
        let icon = match file {
            File::Inline(text) => {
                let (bytes, said) = data::decode(text)?;
                self.draw_bytes(&bytes, task.said.iter().map(String::as_str).chain(said), task)?.0
            }
            File::Fetched(bytes) => {
                let said = task.said.iter().map(String::as_str);
                let (icon, picture) = self.draw_bytes(bytes, said, task)?;
                if let Some(disk) = &self.disk {
                    disk.keep_address(task.key, picture, SystemTime::now());
                }
                icon
            }
        };
        let fetched = matches!(file, File::Fetched(_)).then(SystemTime::now);
        self.memory.keep(task.key, icon.clone(), fetched);
        Ok(icon)
    }

    /// The bytes decide what a file is. A type that was said, in the icon, in a `data:` address or
    /// by the server of a file, must be that one; so two that differ are refused too.
    fn draw_bytes<'a>(
        &self,
        bytes: &[u8],
        mut said: impl Iterator<Item = &'a str>,
        task: &Task,
    ) -> Result<(SafeIcon, Key), Refused> {
        let kind = IconKind::of(bytes)?;
        said.try_for_each(|said| kind.expect(Some(said)))?;
        let picture = Key::of_file(bytes, task.size);
        if let Some(icon) = self.disk.as_ref().and_then(|disk| disk.picture(picture, task.size)) {
            return Ok((icon, picture));
        }
        let icon = sanitize(bytes, None, task.size)?;
        if let Some(disk) = &self.disk {
            disk.keep(picture, &icon, SystemTime::now());
        }
        Ok((icon, picture))
    }
}

#[cfg(feature = "http")]
fn too_late(time: Duration) -> Refused {
    let sentence = format!("the icon did not come within {time:?}");
    Refused::new(RefusedReason::Unreachable, sentence)
}

async fn turn(turns: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refused> {
    let turn = timeout(MAX_WAIT, turns.clone().acquire_owned()).await;
    turn.ok().and_then(Result::ok).ok_or_else(|| {
        let sentence = format!("the icon waited {MAX_WAIT:?} for its turn");
        Refused::new(RefusedReason::Unreachable, sentence)
    })
}

impl Default for Icons {
    fn default() -> Self {
        Self::new(IconSettings::default())
    }
}

impl fmt::Debug for Icons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Icons").field(&self.0.settings).finish()
    }
}

#[cfg(test)]
#[path = "icons_tests.rs"]
mod tests;

#[cfg(test)]
#[cfg(feature = "http")]
mod fetch_tests;
