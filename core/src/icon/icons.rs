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
/// How many icons are tried for one picture, where those before are refused. One whose address
/// alone is refused is not tried.
const MAX_TRIED: usize = 4;
/// How long a picture waits for its turns, all its icons together.
const MAX_WAIT: Duration = Duration::from_secs(30);
/// The longest address with its file in it that is looked for among the pictures before it has its
/// turn: up to there that takes less time than to hand it over.
const MAX_AT_ONCE: usize = 32 << 10;
/// The longest media type, in bytes.
const MAX_TYPE_BYTES: usize = 256;

/// Makes pictures of the icons of servers, and keeps those that it has made.
///
/// Cloning is cheap and shares the pictures and the bounds on what is done at once: four icons are
/// fetched and two are drawn at a time, and of one server half as many, so that no server holds up
/// the icons of others. A picture waits for its turn for 30 s at the most. Give the same one to
/// every client ([`ClientBuilder::icons`](crate::client::ClientBuilder::icons)). It is used on a
/// Tokio runtime; computing and files are kept off its workers.
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
    /// What is found by its address; nothing where that may be another server's tomorrow.
    key: Option<Key>,
    size: u32,
    /// The media types that were said, each of which must be that of the bytes.
    said: Vec<String>,
}

impl Task {
    fn new(key: Option<Key>, candidate: &Candidate<'_>, size: u32) -> Self {
        Self { key, size, said: candidate.media_type.map(str::to_owned).into_iter().collect() }
    }
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
        let ranked = choice::order(candidates, size, theme);
        let mut refused = None;
        let time = MAX_WAIT.saturating_add(self.0.settings.fetch_time);
        let first_good = timeout(time, self.first_good(site, &ranked, size, &mut refused)).await;
        match first_good {
            Ok(Some(icon)) => return Ok(icon),
            Ok(None) => {}
            Err(_) => {
                refused.get_or_insert_with(busy);
            }
        }
        Err(refused.unwrap_or_else(|| Refused::new(RefusedReason::Missing, "there is no icon")))
    }

    /// The first of these that is shown. Why the first one was refused is put into `refused`.
    async fn first_good(
        &self,
        site: &Site,
        ranked: &[Candidate<'_>],
        size: u32,
        refused: &mut Option<Refused>,
    ) -> Option<SafeIcon> {
        let (mut tried, mut left) = (0, self.0.settings.fetch_time);
        for candidate in ranked {
            let outcome = match self.judge(site, candidate) {
                Ok(_) if tried == MAX_TRIED => break,
                Ok(place) => {
                    tried += 1;
                    self.try_one(site, place, candidate, size, &mut left).await
                }
                Err(refused) => Err(refused),
            };
            match outcome {
                Ok(icon) => return Some(icon),
                Err(why) => {
                    let reason = why.reason().name();
                    tracing::debug!(
                        target: "hostline::icon", server = site.label(), reason, %why, "refused"
                    );
                    refused.get_or_insert(why);
                }
            }
        }
        None
    }

    /// Where an icon is, if it may be had from there. It is judged each time: what one server may
    /// show from a place, another may not.
    fn judge<'a>(&self, site: &Site, candidate: &Candidate<'a>) -> Result<Place<'a>, Refused> {
        if candidate.media_type.is_some_and(|said| said.len() > MAX_TYPE_BYTES) {
            let sentence = "the icon's media type is longer than any that is known";
            return Err(Refused::new(RefusedReason::OtherType, sentence));
        }
        let settings = &self.0.settings;
        let rules = Rules {
            home: site.home(),
            hosts: &settings.hosts,
            plain_loopback: settings.plain_loopback,
        };
        address::judge(candidate.src, rules)
    }

    /// The picture of one icon. Whoever asks for the same one meanwhile waits for the same picture.
    async fn try_one(
        &self,
        site: &Site,
        place: Place<'_>,
        candidate: &Candidate<'_>,
        size: u32,
        left: &mut Duration,
    ) -> Result<SafeIcon, Refused> {
        if let Place::Inline(text) = &place
            && text.len() > MAX_AT_ONCE
        {
            return self.draw_long(site, candidate, size).await;
        }
        let key = Key::of_address(candidate.src, candidate.media_type, size);
        let kept = place.is_lasting().then_some(key);
        if let Some(icon) = kept.and_then(|key| self.0.memory.picture(&key, SystemTime::now())) {
            return Ok(icon);
        }
        let task = Task::new(kept, candidate, size);
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
            Place::Inline(text) => {
                let turn = self.turn_to_draw(site).await?;
                let text = text.to_owned();
                self.draw(turn, move |inner| inner.draw_inline(&text, &task)).await
            }
            Place::Web(url) => self.make_of_web(site, &url, task, left).await,
        }
    }

    /// The picture of an icon with a long file in its address, which has its turn before anything
    /// goes through that. So whoever asks for the same one meanwhile finds what the first has made.
    async fn draw_long(
        &self,
        site: &Site,
        candidate: &Candidate<'_>,
        size: u32,
    ) -> Result<SafeIcon, Refused> {
        let turn = self.turn_to_draw(site).await?;
        let src = candidate.src.to_owned();
        let mut task = Task::new(None, candidate, size);
        self.draw(turn, move |inner| {
            let key = Key::of_address(&src, task.said.first().map(String::as_str), size);
            if let Some(icon) = inner.memory.picture(&key, SystemTime::now()) {
                return Ok(icon);
            }
            task.key = Some(key);
            inner.draw_inline(src.strip_prefix("data:").unwrap_or_default(), &task)
        })
        .await
    }

    #[cfg(feature = "http")]
    async fn make_of_web(
        &self,
        site: &Site,
        url: &url::Url,
        mut task: Task,
        left: &mut Duration,
    ) -> Result<SafeIcon, Refused> {
        if let Some(key) = task.key {
            let size = task.size;
            if let Some(icon) = self.blocking(move |inner| Ok(inner.known(key, size))).await? {
                return Ok(icon);
            }
        }
        if left.is_zero() {
            return Err(too_late(self.0.settings.fetch_time));
        }
        let turn = turn(site.fetches(), &self.0.fetches).await?;
        let begun = tokio::time::Instant::now();
        let whole = async {
            let client = site.client_for(url).await;
            fetch::fetch(&client, url, *left).await
        };
        let fetched = timeout(*left, whole).await;
        let fetched = fetched.unwrap_or_else(|_| Err(too_late(self.0.settings.fetch_time)));
        *left = left.saturating_sub(begun.elapsed());
        drop(turn);
        let fetched = fetched?;
        task.said.extend(fetched.media_type);
        let turn = self.turn_to_draw(site).await?;
        self.draw(turn, move |inner| inner.draw_fetched(&fetched.bytes, &task)).await
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

    async fn turn_to_draw(&self, site: &Site) -> Result<Turn, Refused> {
        turn(site.drawings(), &self.0.drawings).await
    }

    /// Draws beside the workers of the runtime. What has begun to compute cannot be stopped, so the
    /// turn goes with it.
    async fn draw(
        &self,
        turn: Turn,
        work: impl FnOnce(&Inner) -> Result<SafeIcon, Refused> + Send + 'static,
    ) -> Result<SafeIcon, Refused> {
        self.blocking(move |inner| {
            let _turn = turn;
            work(inner)
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

    /// Makes the picture of the file in an address, or finds it. `text` stands behind `data:`.
    fn draw_inline(&self, text: &str, task: &Task) -> Result<SafeIcon, Refused> {
        let (bytes, said) = data::decode(text)?;
        let said = task.said.iter().map(String::as_str).chain(said);
        let (icon, _) = self.draw_bytes(&bytes, said, task)?;
        if let Some(key) = task.key {
            self.memory.keep(key, icon.clone(), None);
        }
        Ok(icon)
    }

    /// Makes the picture of a file that was fetched, or finds it.
    #[cfg(feature = "http")]
    fn draw_fetched(&self, bytes: &[u8], task: &Task) -> Result<SafeIcon, Refused> {
        let (icon, picture) = self.draw_bytes(bytes, task.said.iter().map(String::as_str), task)?;
        if let Some(key) = task.key {
            let now = SystemTime::now();
            if let Some(disk) = &self.disk {
                disk.keep_address(key, picture, now);
            }
            self.memory.keep(key, icon.clone(), Some(now));
        }
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

/// A turn of a server, and one of all servers.
type Turn = (OwnedSemaphorePermit, OwnedSemaphorePermit);

/// Waits for the turn of a server among its own first: only then does it stand in the way of others.
async fn turn(own: &Arc<Semaphore>, all: &Arc<Semaphore>) -> Result<Turn, Refused> {
    // Nobody closes either of them.
    let own = own.clone().acquire_owned().await.map_err(|_| busy())?;
    let all = all.clone().acquire_owned().await.map_err(|_| busy())?;
    Ok((own, all))
}

fn busy() -> Refused {
    let sentence = format!("the icon waited {MAX_WAIT:?} for its turn");
    Refused::new(RefusedReason::Busy, sentence)
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
