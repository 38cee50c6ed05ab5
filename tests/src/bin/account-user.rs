//! Many tasks of one process that use an account at once: `account-user URL FOLDER TASKS`. Each has a
//! connection of its own.
//!
//! The account's record is in sealed files in the folder, under a passphrase that every one of these
//! programs knows. It prints how many of the tasks got their answer.

use std::{env, error::Error, process::ExitCode};

use hostline::{
    Client,
    auth::{Auth, SealedFiles, Secret},
    net::HttpClient,
};
use tokio::task::JoinSet;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(count) => {
            println!("{count}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("account-user: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<usize, Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let mut word = || words.next().ok_or("usage: account-user URL FOLDER TASKS");
    let (url, folder, tasks) = (word()?, word()?, word()?.parse::<usize>()?);
    let store = SealedFiles::with_passphrase(Some(folder.into()), Secret::new("open sesame"))?;
    let oauth = Auth::oauth().unattended().store(store);
    let account = oauth.account(&HttpClient::default(), &url.parse()?)?;
    let mut running = JoinSet::new();
    for _ in 0..tasks {
        let (url, account) = (url.clone(), account.clone());
        running.spawn(async move {
            let server = Client::builder().auth(account).connect(&url).await?;
            server.list_tools().fresh().await?;
            server.close().await
        });
    }
    let mut count = 0;
    while let Some(outcome) = running.join_next().await {
        outcome??;
        count += 1;
    }
    Ok(count)
}
