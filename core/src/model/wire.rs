//! The macros that declare the types of the wire, so that each is written down once.

use serde::{Serializer, ser::SerializeMap};

use super::Extra;

/// An object whose kind no protocol version names, kept whole.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Unknown {
    /// What the peer calls the kind.
    pub kind: String,
    /// Every other member.
    pub members: Extra,
}

impl Unknown {
    pub(crate) fn new(kind: &str, members: Extra) -> Self {
        Self { kind: kind.to_owned(), members }
    }

    pub(crate) fn encode_as<S: Serializer>(
        &self,
        tag: &'static str,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(tag, &self.kind)?;
        for (name, value) in self.members.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// Declares an object of the wire.
///
/// Its fields stand in up to five groups, in this order. `required` fields are arguments of `new`
/// and must arrive. `repaired` fields are arguments of `new` too; a function makes up for what
/// arrives. `optional` fields may be absent or null. `salvaged` fields are optional, and left out
/// with a note when they have the wrong shape. `beside` fields have no form on the wire. A `tag` is
/// a member with one fixed value. Unknown members are kept in `extra`.
macro_rules! wire {
    (
        $(#[doc = $about:literal])*
        $vis:vis struct $name:ident {
            $(tag $tag:literal = $kind:literal;)?
            $(required {
                $($(#[doc = $rdoc:literal])* $req:ident: $rt:ty = $rname:literal;)+
            })?
            $(repaired {
                $($(#[doc = $mdoc:literal])* $mend:ident: $mt:ty = $mname:literal, $mender:path;)+
            })?
            $(optional {
                $($(#[doc = $odoc:literal])* $oset:ident $opt:ident: $ot:ty = $oname:literal;)+
            })?
            $(salvaged {
                $($(#[doc = $sdoc:literal])* $sset:ident $sal:ident: $st:ty = $sname:literal;)+
            })?
            $(beside {
                $($(#[doc = $bdoc:literal])* $beside:ident: $bt:ty;)+
            })?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        $vis struct $name {
            $($($(#[doc = $rdoc])* $vis $req: $rt,)+)?
            $($($(#[doc = $mdoc])* $vis $mend: $mt,)+)?
            $($($(#[doc = $odoc])* $vis $opt: Option<$ot>,)+)?
            $($($(#[doc = $sdoc])* $vis $sal: Option<$st>,)+)?
            $($($(#[doc = $bdoc])* $vis $beside: $bt,)+)?
            /// The members that no protocol version names.
            $vis extra: $crate::model::Extra,
        }

        impl $name {
            /// The value with what every peer must be told.
            #[allow(clippy::too_many_arguments, reason = "some objects have many members")]
            $vis fn new($($($req: impl Into<$rt>,)+)? $($($mend: impl Into<$mt>,)+)?) -> Self {
                Self {
                    $($($req: $req.into(),)+)?
                    $($($mend: $mend.into(),)+)?
                    $($($opt: None,)+)?
                    $($($sal: None,)+)?
                    $($($beside: <$bt>::default(),)+)?
                    extra: $crate::model::Extra::new(),
                }
            }

            $($(
                #[doc = concat!("Sets `", $oname, "`.")]
                $vis fn $oset(mut self, $opt: impl Into<$ot>) -> Self {
                    self.$opt = Some($opt.into());
                    self
                }
            )+)?

            $($(
                #[doc = concat!("Sets `", $sname, "`.")]
                $vis fn $sset(mut self, $sal: impl Into<$st>) -> Self {
                    self.$sal = Some($sal.into());
                    self
                }
            )+)?
        }

        $crate::model::wire::wire_default!($name, $($($req)+)? $($($mend)+)?);

        impl $crate::model::decode::Object for $name {
            fn members<'de, A: serde::de::MapAccess<'de>>(
                members: &mut $crate::model::members::Members<'de, A>,
                notes: &mut $crate::model::decode::Notes,
            ) -> $crate::model::decode::Decoded<Self, A::Error> {
                #[allow(unused_imports)]
                use $crate::model::decode::Misfit;
                $($(let mut $req: Option<$rt> = None;)+)?
                $($(let mut $mend: Option<$mt> = None;)+)?
                $($(let mut $opt: Option<$ot> = None;)+)?
                $($(let mut $sal: Option<$st> = None;)+)?
                let mut extra = $crate::model::Extra::new();
                let mut trouble: Option<Misfit> = None;
                while let Some(key) = members.key()? {
                    match &*key {
                        $($($rname => members.required($rname, &mut $req, &mut trouble, notes)?,)+)?
                        $($($mname => members.salvaged($mname, &mut $mend, notes)?,)+)?
                        $($($oname => members.optional($oname, &mut $opt, &mut trouble, notes)?,)+)?
                        $($($sname => members.salvaged($sname, &mut $sal, notes)?,)+)?
                        $($tag => members.tag($tag, $kind, &mut trouble, notes)?,)?
                        _ => members.unknown(key, &mut extra, &mut trouble, notes)?,
                    }
                }
                $(if trouble.is_none() && !members.tag_read {
                    trouble = Some(Misfit::missing($tag));
                })?
                $($(if trouble.is_none() && $req.is_none() {
                    trouble = Some(Misfit::missing($rname));
                })+)?
                if let Some(mut misfit) = trouble {
                    // The item's own name, not that of a part of it.
                    misfit.name = None;
                    $($($crate::model::wire::name_item($rname, $req.as_ref(), &mut misfit);)+)?
                    return Ok(Err(misfit));
                }
                $($(let Some($req) = $req else {
                    return Ok(Err(Misfit::missing($rname)));
                };)+)?
                $($(let $mend = $mender($mend, notes);)+)?
                Ok(Ok(Self {
                    $($($req,)+)?
                    $($($mend,)+)?
                    $($($opt,)+)?
                    $($($sal,)+)?
                    $($($beside: <$bt>::default(),)+)?
                    extra,
                }))
            }

            fn empty() -> Option<Self> {
                $crate::model::wire::wire_empty!($($($req)+)? $($($mend)+)? $($tag)?)
            }
        }

        impl $crate::model::decode::Wire for $name {
            fn decode<'de, D: serde::Deserializer<'de>>(
                deserializer: D,
                notes: &mut $crate::model::decode::Notes,
            ) -> $crate::model::decode::Decoded<Self, D::Error> {
                let visitor =
                    $crate::model::visit::ObjectVisitor(notes, std::marker::PhantomData::<Self>);
                deserializer.deserialize_any(visitor)
            }

            fn encode<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                #[allow(unused_imports)]
                use $crate::model::decode::Encoded;
                let mut map = serializer.serialize_map(None)?;
                $(map.serialize_entry($tag, $kind)?;)?
                $($(map.serialize_entry($rname, &Encoded(&self.$req))?;)+)?
                $($(map.serialize_entry($mname, &Encoded(&self.$mend))?;)+)?
                $($(if let Some(value) = &self.$opt {
                    map.serialize_entry($oname, &Encoded(value))?;
                })+)?
                $($(if let Some(value) = &self.$sal {
                    map.serialize_entry($sname, &Encoded(value))?;
                })+)?
                for (name, value) in self.extra.iter() {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }

            fn label(&self) -> Option<&str> {
                #[allow(unused_mut)]
                let mut label = None;
                $($(if label.is_none() && $crate::model::wire::names_item($rname) {
                    label = $crate::model::decode::Wire::label(&self.$req);
                })+)?
                label
            }

            fn shape(types: &mut $crate::model::shape::Types) -> $crate::model::shape::Shape {
                #[allow(unused_imports)]
                use $crate::model::{decode::Wire, shape::{Kind, Member}};
                types.define(stringify!($name), &[$($about),*], |_types| {
                    Kind::Object(vec![
                        $($(Member::new($rname, &[$($rdoc),*], true, <$rt as Wire>::shape(_types)),)+)?
                        $($(Member::new(
                            $mname,
                            &[$($mdoc),*],
                            !<$mt as Wire>::NULLABLE,
                            <$mt as Wire>::shape(_types),
                        ),)+)?
                        $($(Member::new($oname, &[$($odoc),*], false, <$ot as Wire>::shape(_types)),)+)?
                        $($(Member::new($sname, &[$($sdoc),*], false, <$st as Wire>::shape(_types)),)+)?
                    ])
                })
            }
        }

        $crate::model::wire::wire_serde!($name);
    };
}

/// Whether a member says which item of a list it belongs to.
pub(crate) fn names_item(member: &str) -> bool {
    matches!(member, "name" | "uri" | "uriTemplate" | "taskId")
}

/// Names the item that a misfit belongs to, if this member does.
pub(crate) fn name_item<T: super::decode::Wire>(
    member: &str,
    value: Option<&T>,
    misfit: &mut super::decode::Misfit,
) {
    if misfit.name.is_none() && names_item(member) {
        misfit.name = value.and_then(super::decode::Wire::label).map(str::to_owned);
    }
}

/// `Default` for an object that needs no member.
macro_rules! wire_default {
    ($name:ident,) => {
        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
    ($name:ident, $($required:tt)+) => {};
}

/// The object without members, if it needs none.
macro_rules! wire_empty {
    () => {
        Some(Self::new())
    };
    ($($required:tt)+) => {
        None
    };
}

/// serde's traits by way of `Wire`.
macro_rules! wire_serde {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::model::decode::Wire::encode(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::model::decode::strict(deserializer)
            }
        }
    };
}

/// Declares a union of objects which one member tells apart, with a variant for what is unknown.
macro_rules! tagged {
    (
        $(#[doc = $about:literal])*
        pub enum $name:ident by $tag:literal {
            $($(#[doc = $doc:literal])* $variant:ident($type:ty) = $kind:literal;)+
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[doc = $doc])* $variant($type),)+
            /// Of a kind that no protocol version names.
            Unknown($crate::model::Unknown),
        }

        $(impl From<$type> for $name {
            fn from(value: $type) -> Self {
                Self::$variant(value)
            }
        })+

        impl $crate::model::decode::Tagged for $name {
            const TAG: &'static str = $tag;

            fn dispatch<'de, A: serde::de::MapAccess<'de>>(
                tag: &str,
                members: &mut $crate::model::members::Members<'de, A>,
                notes: &mut $crate::model::decode::Notes,
            ) -> $crate::model::decode::Decoded<Self, A::Error> {
                use $crate::model::decode::Object;
                match tag {
                    $($kind => Ok(<$type>::members(members, notes)?.map(Self::$variant)),)+
                    _ => Ok($crate::model::Extra::members(members, notes)?
                        .map(|members| Self::Unknown($crate::model::Unknown::new(tag, members)))),
                }
            }
        }

        impl $crate::model::decode::Wire for $name {
            fn decode<'de, D: serde::Deserializer<'de>>(
                deserializer: D,
                notes: &mut $crate::model::decode::Notes,
            ) -> $crate::model::decode::Decoded<Self, D::Error> {
                let visitor =
                    $crate::model::visit::TaggedVisitor(notes, std::marker::PhantomData::<Self>);
                deserializer.deserialize_any(visitor)
            }

            fn encode<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(value) => value.encode(serializer),)+
                    Self::Unknown(unknown) => unknown.encode_as($tag, serializer),
                }
            }

            fn label(&self) -> Option<&str> {
                match self {
                    $(Self::$variant(value) => value.label(),)+
                    Self::Unknown(_) => None,
                }
            }

            fn shape(types: &mut $crate::model::shape::Types) -> $crate::model::shape::Shape {
                use $crate::model::{decode::Wire, shape::{Kind, Variant}};
                types.define(stringify!($name), &[$($about),*], |types| Kind::Union {
                    tag: $tag,
                    variants: vec![
                        $(Variant::new($kind, &[$($doc),*], &<$type as Wire>::shape(types)),)+
                    ],
                })
            }
        }

        $crate::model::wire::wire_serde!($name);
    };
}

/// Declares a set of names to which a peer may add its own.
macro_rules! open_enum {
    (
        $(#[doc = $about:literal])*
        pub enum $name:ident {
            $($(#[doc = $doc:literal])* $variant:ident = $text:literal,)+
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[doc = $doc])* $variant,)+
            /// A name that no protocol version has, as the peer wrote it.
            Other(Box<str>),
        }

        impl $name {
            /// The name as it stands in messages.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)+
                    Self::Other(text) => text,
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)+
                    _ => Self::Other(text.into()),
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::model::decode::Wire for $name {
            fn decode<'de, D: serde::Deserializer<'de>>(
                deserializer: D,
                notes: &mut $crate::model::decode::Notes,
            ) -> $crate::model::decode::Decoded<Self, D::Error> {
                $crate::model::scalar::decode_name(deserializer, notes)
            }

            fn encode<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }

            fn shape(types: &mut $crate::model::shape::Types) -> $crate::model::shape::Shape {
                use $crate::model::shape::{Kind, Name};
                types.define(stringify!($name), &[$($about),*], |_| {
                    Kind::Names(vec![$(Name::new($text, &[$($doc),*]),)+])
                })
            }
        }

        $crate::model::wire::wire_serde!($name);
    };
}

pub(crate) use {open_enum, tagged, wire, wire_default, wire_empty, wire_serde};
