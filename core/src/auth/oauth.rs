//! How an application wants to sign in.

use std::{
    fmt,
    sync::{Arc, OnceLock},
    time::{Duration, SystemTime},
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use url::Url;

use super::{
    Account, SealedFiles, Secret, TokenStore,
    event::{AuthEvent, Listener},
    flow::{
        ClientAuthentication, ClientChoice, NamedClient, Registration, RegistrationOrigin, Visit,
    },
};
use crate::{
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    net::HttpClient,
};

/// How long a person may take to sign in.
const PATIENCE: Duration = Duration::from_mins(5);
/// The longest name of a record.
const NAME_BYTES: usize = 512;

/// How a client shows a server who it acts for.
///
/// ```no_run
/// # async fn example() -> hostline::Result<()> {
/// use hostline::{Client, auth::Auth};
///
/// let builder = Client::builder().auth(Auth::oauth());
/// let server = builder.connect("https://server.example/mcp").await?;
/// # drop(server);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Auth(Kind);

#[derive(Clone)]
enum Kind {
    OAuth(Box<OAuth>),
    Account(Account),
}

impl Auth {
    /// OAuth 2.1, as the specification profiles it (2026-07-28 basic/authorization).
    pub fn oauth() -> OAuth {
        OAuth::new()
    }

    /// The account at a server.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`], as for [`OAuth::account`]; or it is an account at another one.
    pub(crate) fn account(&self, http: &HttpClient, server: &Url) -> Result<Account> {
        match &self.0 {
            Kind::OAuth(oauth) => oauth.account(http, server),
            Kind::Account(account) => {
                // A token goes to whom it is for, and to nobody else.
                if account.server() == &without_fragment(server) {
                    return Ok(account.clone());
                }
                let message = "the account is one at another server";
                Err(Error::new(ErrorCode::InvalidInput, message)
                    .with_next_step("make an account for this address"))
            }
        }
    }
}

impl From<Account> for Auth {
    fn from(account: Account) -> Self {
        Self(Kind::Account(account))
    }
}

impl From<OAuth> for Auth {
    fn from(oauth: OAuth) -> Self {
        Self(Kind::OAuth(Box::new(oauth)))
    }
}

fn without_fragment(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    url
}

/// OAuth, with a default for everything: the first request that the server refuses opens the
/// system's browser, and what comes of it is kept in the system's keychain.
#[derive(Clone)]
pub struct OAuth(Settings);

#[derive(Clone)]
pub(super) struct Settings {
    pub(super) client: ClientChoice,
    pub(super) client_name: String,
    pub(super) scopes: Vec<String>,
    pub(super) sends_resource: bool,
    pub(super) may_ask: bool,
    pub(super) patience: Duration,
    pub(super) redirect_port: Option<u16>,
    pub(super) visitor: Option<Visitor>,
    pub(super) opener: Option<Opener>,
    pub(super) listener: Option<Listener>,
    pub(super) client_asker: Option<ClientAsker>,
    store: Store,
    choice: Option<Choice>,
    clock: fn() -> SystemTime,
    fault: Option<Error>,
}

/// An application's own way to send a person to an issuer.
#[derive(Clone)]
pub(super) struct Visitor {
    pub(super) redirect_uri: String,
    pub(super) visit: Arc<dyn Fn(Visit) -> BoxFuture<'static, Result<String>> + Send + Sync>,
}

/// An application's own choice of an issuer.
type Choice = Arc<dyn Fn(&[String]) -> usize + Send + Sync>;

/// An application's own way to open an address, and perhaps to be told where it led.
pub(super) type Opener =
    Arc<dyn Fn(Visit) -> BoxFuture<'static, Result<Option<String>>> + Send + Sync>;

/// An application's own way to ask for a client of an issuer.
pub(super) type ClientAsker =
    Arc<dyn Fn(String) -> BoxFuture<'static, Result<Option<NamedClient>>> + Send + Sync>;

/// Where tokens are kept; the keychain is not looked for before it is needed.
#[derive(Clone)]
enum Store {
    Default(Arc<OnceLock<Result<Arc<dyn TokenStore>>>>),
    Given(Arc<dyn TokenStore>),
}

impl OAuth {
    fn new() -> Self {
        Self(Settings {
            client: ClientChoice::Automatic,
            client_name: "Hostline".into(),
            scopes: Vec::new(),
            sends_resource: true,
            may_ask: true,
            patience: PATIENCE,
            redirect_port: None,
            visitor: None,
            opener: None,
            listener: None,
            client_asker: None,
            store: Store::Default(Arc::default()),
            choice: None,
            clock: SystemTime::now,
            fault: None,
        })
    }

    /// The client that the issuer knows us as, where it was registered beforehand. An `https`
    /// address is that of a client's metadata document, as for [`Self::client_document`].
    pub fn client_id(mut self, client_id: impl Into<String>) -> Self {
        let client_id = client_id.into();
        if client_id.starts_with("https://") {
            return self.client_document(&client_id);
        }
        let (_, secret, issuer, method) = self.0.registered();
        self.0.client = ClientChoice::Registered { client_id, secret, issuer, method };
        self
    }

    /// The secret of that client. It is shown to no issuer that nobody has named: say which one it
    /// is with [`Self::issuer`], unless an earlier sign-in was there.
    pub fn client_secret(mut self, secret: Secret) -> Self {
        let (client_id, _, issuer, method) = self.0.registered();
        self.0.client =
            ClientChoice::Registered { client_id, secret: Some(secret), issuer, method };
        self
    }

    /// The issuer that has registered that client: at any other one signing in is an error. Without
    /// it, the issuer of the first sign-in is the one, if the client has no secret.
    pub fn issuer(mut self, issuer: impl Into<String>) -> Self {
        let (client_id, secret, _, method) = self.0.registered();
        let issuer = Some(issuer.into());
        self.0.client = ClientChoice::Registered { client_id, secret, issuer, method };
        self
    }

    /// The address of the application's own metadata document, which is its client id where the
    /// issuer supports that (2026-07-28 basic/authorization/client-registration, "Client ID
    /// Metadata Documents"). [`crate::auth::flow::client_document`] says what to publish there.
    pub fn client_document(mut self, url: &str) -> Self {
        match Url::parse(url) {
            Ok(url) if url.scheme() == "https" && url.path() != "/" && url.fragment().is_none() => {
                self.0.client = ClientChoice::Document(url);
            }
            _ => {
                let message = "the address of the client's metadata document is not valid";
                let error = Error::new(ErrorCode::InvalidInput, message)
                    .with_next_step("use an https address with a path");
                self.0.fault = self.0.fault.or(Some(error));
            }
        }
        self
    }

    /// What the issuer's pages call the program, where it is registered there on the way. Default
    /// `Hostline`.
    pub fn client_name(mut self, name: impl Into<String>) -> Self {
        self.0.client_name = name.into();
        self
    }

    /// What to ask for, instead of what the server says that it needs (2026-07-28
    /// basic/authorization, "Scope Selection Strategy"). Scopes that it demands later are added.
    pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.0.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Leaves the parameter `resource` out, for an issuer that refuses it. The specification wants
    /// it sent; without it a token may be good for more servers than this one.
    pub fn without_resource_parameter(mut self) -> Self {
        self.0.sends_resource = false;
        self
    }

    /// Never asks a person: what needs a sign-in ends with [`ErrorCode::AuthRequired`], and
    /// [`Account::sign_in`] takes it up.
    pub fn unattended(mut self) -> Self {
        self.0.may_ask = false;
        self
    }

    /// How long a person may take to sign in. Default 5 min.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.0.patience = patience;
        self
    }

    /// The port of this machine that the browser is sent back to. Default: one that is free, or
    /// the one of an earlier registration.
    pub fn redirect_port(mut self, port: u16) -> Self {
        self.0.redirect_port = Some(port);
        self
    }

    /// Opens the issuer's page in the application's own way, in place of the system's browser. This
    /// machine waits at a port for the browser to come back all the same; who knows better where it
    /// was sent, such as a person who pastes the address, gives that whole address.
    pub fn open_with<F>(mut self, open: impl Fn(Visit) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Option<String>>> + Send + 'static,
    {
        self.0.opener = Some(Arc::new(move |visit| Box::pin(open(visit))));
        self
    }

    /// Sends the person to the issuer in the application's own way, in place of the system's
    /// browser and a port of this machine: `visit` gets the address to open, and gives the whole
    /// address that the browser was sent back to, which begins with `redirect_uri`.
    pub fn visit_with<F>(
        mut self,
        redirect_uri: impl Into<String>,
        visit: impl Fn(Visit) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<String>> + Send + 'static,
    {
        self.0.visitor = Some(Visitor {
            redirect_uri: redirect_uri.into(),
            visit: Arc::new(move |address| Box::pin(visit(address))),
        });
        self
    }

    /// Chooses the issuer where the server names several: the position in the list; signing in
    /// fails at one beyond its end. Default: the one that has registered us before, or else the
    /// first.
    pub fn choose_issuer_with(
        mut self,
        choose: impl Fn(&[String]) -> usize + Send + Sync + 'static,
    ) -> Self {
        self.0.choice = Some(Arc::new(choose));
        self
    }

    /// Asks a person for the client that they have registered with an issuer, where the issuer
    /// registers none by itself: `ask` gets the issuer, and gives nothing if the person knows of
    /// none. What is given once is kept with the tokens. Default: signing in fails, and says so.
    pub fn ask_for_client_with<F>(
        mut self,
        ask: impl Fn(String) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Option<NamedClient>>> + Send + 'static,
    {
        self.0.client_asker = Some(Arc::new(move |issuer| Box::pin(ask(issuer))));
        self
    }

    /// Where tokens are kept. Default: sealed files whose key is in the system's keychain.
    pub fn store(mut self, store: impl TokenStore) -> Self {
        self.0.store = Store::Given(Arc::new(store));
        self
    }

    /// Like [`Self::store`], for a store that is shared.
    pub fn shared_store(mut self, store: Arc<dyn TokenStore>) -> Self {
        self.0.store = Store::Given(store);
        self
    }

    /// Tells the time in place of the system's clock.
    #[cfg(feature = "testing")]
    pub fn clock(mut self, now: fn() -> SystemTime) -> Self {
        self.0.clock = now;
        self
    }

    /// Hears of every step. It is called where the step happens, and must return at once.
    pub fn on_event(mut self, listener: impl Fn(&AuthEvent) + Send + Sync + 'static) -> Self {
        self.0.listener = Some(Arc::new(move |event| {
            listener(event);
            true
        }));
        self
    }

    /// The account at one server. `http` should be the setting that the server is reached with.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the address is not one of HTTP, or a setting is not valid.
    pub fn account(&self, http: &HttpClient, server: &Url) -> Result<Account> {
        if let Some(fault) = &self.0.fault {
            return Err(fault.clone());
        }
        if !matches!(server.scheme(), "http" | "https") || !server.has_host() {
            let message = "there is no signing in to a server that has no address of HTTP";
            return Err(Error::new(ErrorCode::InvalidInput, message)
                .with_next_step("give it its credentials in its environment"));
        }
        if matches!(&self.0.client, ClientChoice::Registered { client_id, .. } if client_id.is_empty())
        {
            let message = "there is a client secret or an issuer, and no client id";
            return Err(Error::new(ErrorCode::InvalidInput, message)
                .with_next_step("give the client id too"));
        }
        Ok(Account::new(Arc::new(self.0.clone()), without_fragment(server), http.clone()))
    }
}

type Registered = (String, Option<Secret>, Option<String>, Option<ClientAuthentication>);

impl Settings {
    fn registered(&self) -> Registered {
        match self.client.clone() {
            ClientChoice::Registered { client_id, secret, issuer, method } => {
                (client_id, secret, issuer, method)
            }
            ClientChoice::Automatic | ClientChoice::Document(_) => Registered::default(),
        }
    }

    /// # Errors
    /// [`ErrorCode::Storage`]: there is no place to keep tokens at.
    pub(super) fn store(&self) -> Result<&Arc<dyn TokenStore>> {
        match &self.store {
            Store::Given(store) => Ok(store),
            Store::Default(store) => store
                .get_or_init(|| Ok(Arc::new(SealedFiles::with_keychain(None)?)))
                .as_ref()
                .map_err(Clone::clone),
        }
    }

    /// Whether a stored token is of the client that the settings want.
    pub(super) fn wants(&self, client: &Registration) -> bool {
        match &self.client {
            ClientChoice::Automatic => true,
            ClientChoice::Registered { client_id, .. } => *client_id == client.client_id,
            // An issuer that supports no documents has registered us in its own way.
            ClientChoice::Document(url) => {
                client.origin == RegistrationOrigin::Dynamic || url.as_str() == client.client_id
            }
        }
    }

    /// The name of the record of an account at a server.
    pub(super) fn record_name(server: &Url) -> String {
        let name = format!("account/{server}");
        if name.len() <= NAME_BYTES {
            return name;
        }
        let digest = ring::digest::digest(&ring::digest::SHA256, name.as_bytes());
        format!("account/{}", BASE64_URL_SAFE_NO_PAD.encode(digest))
    }

    /// The name of the lock that whoever signs in to a server holds.
    pub(super) fn turn_name(server: &Url) -> String {
        Self::record_name(server).replacen("account/", "visit/", 1)
    }

    /// The position of the issuer that the application wants, if it has a say.
    pub(super) fn choose(&self, issuers: &[String]) -> Option<usize> {
        self.choice.as_ref().map(|choose| choose(issuers))
    }

    pub(super) fn now(&self) -> SystemTime {
        (self.clock)()
    }
}

impl fmt::Debug for OAuth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OAuth")
            .field("scopes", &self.0.scopes)
            .field("may_ask", &self.0.may_ask)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Auth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::OAuth(oauth) => oauth.fmt(f),
            Kind::Account(account) => account.fmt(f),
        }
    }
}
