//! Icons: from what the model knows of them to pictures that can be shown.
//!
//! The rules are those of [`crate::icon`]; here is only whose icons they are.

use std::sync::Arc;

#[cfg(feature = "http")]
use crate::net::HttpClient;
use crate::{
    client::{Client, Kind, Target},
    icon::{Candidate, Icons, Refused, SafeIcon, Site},
    model::{Icon, IconTheme},
};

/// What makes pictures, and for which server.
pub(super) struct ServerIcons {
    icons: Icons,
    site: Site,
}

impl ServerIcons {
    pub(super) fn new(
        icons: Icons,
        label: Arc<str>,
        target: &Target,
        #[cfg(feature = "http")] http: HttpClient,
    ) -> Self {
        let home = match &target.0 {
            Kind::Http(url) => Some(url.clone()),
            Kind::Command(_) | Kind::Transport(..) => None,
        };
        let site = Site::new(
            label,
            home,
            #[cfg(feature = "http")]
            http,
        );
        Self { icons, site }
    }
}

impl Client {
    /// Makes a picture of whichever of these icons suits best: `size` × `size` pixels, for a light
    /// or dark background. `icons` are those that this server gives for something: itself, a tool,
    /// a prompt, a resource or a template (2026-07-28 `basic`, "`icons`").
    ///
    /// An icon for the theme comes before one without a theme, and that before one for another.
    /// Among those the smallest comes first that is large enough, then what scales, then what says
    /// nothing of its size, then the largest. Where the best is refused, up to three others are
    /// tried.
    ///
    /// An icon is `data:`, or stands at the server's own origin and is fetched from there, without
    /// credentials, cookies and the headers of the connection. It is fetched, drawn and kept as
    /// [`Icons`] says, and holds up no other request. Dropping the future ends a fetch.
    ///
    /// ```no_run
    /// # async fn example() -> hostline::Result<()> {
    /// use hostline::model::IconTheme;
    ///
    /// let server = hostline::Client::connect("hostline demo-server").await?;
    /// let icons = server.server_info().and_then(|info| info.icons.as_deref()).unwrap_or_default();
    /// match server.icon(icons, 64, IconTheme::Light).await {
    ///     Ok(icon) => println!("a PNG of {} bytes", icon.png().len()),
    ///     Err(refused) => println!("a placeholder: {refused}"),
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Refused`], with why the best of them is not shown. It is no failure of the server's: show a
    /// placeholder.
    pub async fn icon(
        &self,
        icons: &[Icon],
        size: u32,
        theme: IconTheme,
    ) -> Result<SafeIcon, Refused> {
        let candidates: Vec<Candidate<'_>> = icons.iter().map(candidate).collect();
        let ServerIcons { icons, site } = &*self.connection().icons;
        icons.picture(site, &candidates, size, theme.as_str()).await
    }
}

fn candidate(icon: &Icon) -> Candidate<'_> {
    Candidate {
        src: &icon.src,
        media_type: icon.mime_type.as_deref(),
        sizes: icon.sizes.as_deref().unwrap_or_default(),
        theme: icon.theme.as_ref().map(IconTheme::as_str),
    }
}

#[cfg(test)]
#[cfg(feature = "http")]
#[path = "icons_tests.rs"]
mod tests;
