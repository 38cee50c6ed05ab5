//! The two ways in which data can cross: as JSON text, and as values that are built across the
//! border. `bench.mjs` measures them.

use napi::{Env, Result, bindgen_prelude::Unknown};
use napi_derive::napi;
use serde_json::Value;

/// Data on the side of Rust.
#[napi]
pub struct Data(Value);

#[napi]
impl Data {
    /// Data from JSON.
    #[napi(constructor)]
    pub fn new(json: String) -> Result<Self> {
        Ok(Self(serde_json::from_str(&json)?))
    }

    /// Out of Rust, as text.
    #[napi]
    pub fn text(&self) -> Result<String> {
        Ok(serde_json::to_string(&self.0)?)
    }

    /// Out of Rust, as values.
    #[napi]
    pub fn values<'env>(&self, env: &'env Env) -> Result<Unknown<'env>> {
        env.to_js_value(&self.0)
    }

    /// Into Rust, from text. What is read is thrown away.
    #[napi]
    pub fn read_text(text: String) -> Result<bool> {
        Ok(serde_json::from_str::<Value>(&text)?.is_null())
    }

    /// Into Rust, from values. What is read is thrown away.
    #[napi]
    pub fn read_values(env: &Env, values: Unknown<'_>) -> Result<bool> {
        Ok(env.from_js_value::<Value, _>(values)?.is_null())
    }
}
