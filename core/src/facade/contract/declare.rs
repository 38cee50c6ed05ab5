//! The macros that declare operations, questions and notifications, so that dispatch, the types
//! that cross and the description come from one table.

/// Declares the operations. Each is who may use it, what it is done on, its name among those that
/// are done on the same, the function of `ops` that does it, and what goes in and comes out.
macro_rules! operations {
    ($(
        $(#[cfg($condition:meta)])?
        $(#[doc = $about:literal])*
        $audience:ident $on:ident $variant:ident = $name:literal $function:ident
            $(as $spoken:ident)?: $params:ty => $result:ty;
    )+) => {
        /// What an operation gives. A binding serialises it straight into its language's values.
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum Output {
            $(
                $(#[cfg($condition)])?
                #[doc = concat!("What `", $name, "` gives.")]
                $variant($result),
            )+
        }

        impl Serialize for Output {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($(#[cfg($condition)])? Self::$variant(result) => result.serialize(serializer),)+
                }
            }
        }

        impl Output {
            /// The name of the operation that gives it.
            fn operation(&self) -> &'static str {
                match self {
                    $($(#[cfg($condition)])? Self::$variant(_) => $name,)+
                }
            }
        }

        /// Does what the operation of this name does.
        pub(in crate::facade) async fn dispatch(
            context: Context,
            operation: &str,
            params: &[u8],
        ) -> Result<Output> {
            match operation {
                $(
                    $(#[cfg($condition)])?
                    $name if context.opened.is(On::$on) => {
                        let read = || crate::facade::types::read($name, params);
                        let request: $params = context.work(params.len(), read)?;
                        ops::$function(&context, request).await.map(Output::$variant)
                    }
                )+
                _ => Err(unknown(operation)),
            }
        }

        pub(super) fn rows(types: &mut Types) -> Vec<Operation> {
            vec![$(
                $(#[cfg($condition)])?
                operation::<$params, $result>(
                    types,
                    On::$on,
                    $name,
                    spoken!($function $($spoken)?),
                    &[$($about),*],
                    Audience::$audience,
                ),
            )+]
        }
    };
}

/// What an operation is called in other languages: its function in `ops`, unless it is said.
macro_rules! spoken {
    ($function:ident) => {
        stringify!($function)
    };
    ($function:ident $spoken:ident) => {
        stringify!($spoken)
    };
}

/// Declares the questions that only the program around Hostline can answer. Each is a name on the
/// wire, the delegate's function, what is asked and what is answered.
macro_rules! questions {
    ($(
        $(#[doc = $about:literal])*
        $variant:ident = $name:literal $function:ident: $question:ty => $answer:ty;
    )+) => {
        /// A question that only the program around Hostline can answer.
        #[expect(clippy::large_enum_variant, reason = "it is made once a question, and never kept")]
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum Question {
            $($(#[doc = $about])* $variant($question),)+
        }

        impl Question {
            /// The names of all questions: what the option `answers` of an opening is made of.
            pub const NAMES: &[&str] = &[$($name),+];

            /// The name under which the contract has it.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)+
                }
            }

            /// Serialises into the values of another language. Into JSON text, `serde_json` does
            /// it.
            ///
            /// # Errors
            /// Those of the serialiser.
            pub fn to_values<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                super::to_values(self, serializer)
            }
        }

        impl Serialize for Question {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(question) => question.serialize(serializer),)+
                }
            }
        }

        pub(super) fn asked(types: &mut Types) -> Vec<Asked> {
            vec![$(Asked {
                name: $name,
                function: stringify!($function),
                about: documentation(&[$($about),*]),
                question: <$question as Wire>::shape(types),
                answer: <$answer>::describe(types),
            },)+]
        }
    };
}

/// Declares what the program around Hostline is told about its calls.
macro_rules! notifications {
    ($(
        $(#[doc = $about:literal])*
        $variant:ident = $name:literal: $notification:ty;
    )+) => {
        /// Something that the program around Hostline is told about one of its calls.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum Notification {
            $($(#[doc = $about])* $variant($notification, Place),)+
        }

        impl Notification {
            /// The name under which the contract has it.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(..) => $name,)+
                }
            }
        }

        impl Serialize for Notification {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(notification, _) => notification.serialize(serializer),)+
                }
            }
        }

        pub(super) fn told(types: &mut Types) -> Vec<Told> {
            vec![$(Told {
                name: $name,
                about: documentation(&[$($about),*]),
                notification: <$notification as Wire>::shape(types),
            },)+]
        }
    };
}

pub(super) use {notifications, operations, questions, spoken};
