//! Pictures of servers' icons.

use super::Context;
use crate::{
    error::Result,
    facade::types::{Blob, IconPicture, IconRequest, RefusedIcon, SafeIcon},
    model::IconTheme,
};

pub(in crate::facade) async fn icon(
    context: &Context,
    request: IconRequest,
) -> Result<IconPicture> {
    // A size that fits into no number of pixels is refused like every other that is too large.
    let size = u32::try_from(request.size).unwrap_or(u32::MAX);
    let theme = request.theme.unwrap_or(IconTheme::Light);
    Ok(match context.client()?.icon(&request.icons, size, theme).await {
        Ok(icon) => {
            let png = Blob::from(icon.png().clone());
            SafeIcon::new(png, u64::from(icon.width()), u64::from(icon.height())).into()
        }
        Err(refused) => RefusedIcon::new(refused.reason().name(), refused.to_string()).into(),
    })
}
