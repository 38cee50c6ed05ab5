//! What is asked for (2026-07-28 basic/authorization, "Scope Selection Strategy").

use super::{Demand, SignIn, issuer::Issuer};

/// The scope that gives a refresh token where an issuer wants it asked for.
const OFFLINE_ACCESS: &str = "offline_access";
/// The most scopes that are asked for, and the most bytes of them together: they stand in an
/// address.
const MAX_SCOPES: usize = 256;
const MAX_SCOPE_BYTES: usize = 8 << 10;

/// Whether a text can be a scope: RFC 6749, section 3.3.
pub(super) fn is_scope(text: &str) -> bool {
    super::super::challenge::is_scope(text)
}

/// The scopes to ask for: what the application wants and the server demands, or else what the
/// resource says that it supports; with those asked for before, so that none is lost. None at all
/// means that the parameter is left out.
pub(super) fn select(
    sign_in: &SignIn,
    supported: Option<&[String]>,
    issuer: &Issuer,
) -> Vec<String> {
    let demanded = sign_in.demand.iter().flat_map(|demand: &Demand| &demand.scopes);
    let mut scopes: Vec<String> = Vec::new();
    let mut room = MAX_SCOPE_BYTES;
    let mut add = |scope: &String| {
        let fits = scopes.len() < MAX_SCOPES && scope.len() < room;
        if fits && is_scope(scope) && !scopes.contains(scope) {
            room -= scope.len() + 1;
            scopes.push(scope.clone());
        }
    };
    let stated: Vec<&String> = sign_in.scopes.iter().chain(demanded).collect();
    if stated.is_empty() {
        supported.unwrap_or_default().iter().for_each(&mut add);
    } else {
        stated.into_iter().for_each(&mut add);
    }
    sign_in.earlier_scopes.iter().for_each(&mut add);
    // Alone it would take the place of whatever the issuer gives by itself.
    if !scopes.is_empty() && issuer.scopes.iter().any(|scope| scope == OFFLINE_ACCESS) {
        add_offline(&mut scopes);
    }
    scopes
}

/// Whether a refresh token is asked for by a scope.
pub(super) fn wants_offline_access(scopes: &[String]) -> bool {
    scopes.iter().any(|scope| scope == OFFLINE_ACCESS)
}

fn add_offline(scopes: &mut Vec<String>) {
    if !wants_offline_access(scopes) {
        scopes.push(OFFLINE_ACCESS.to_owned());
    }
}
