//! Many tasks of one process that use an account at once: `account-user URL FOLDER TASKS`.
//!
//! The account's record is in sealed files in the folder, under a passphrase that every one of these
//! programs knows. It prints how many of the tasks got their answer.

use std::{env, error::Error, process::ExitCode};

use hostline::{
    Client,
    auth::{Auth, SealedFiles, Secret},
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
    let builder = Client::builder().auth(Auth::oauth().unattended().store(store));
    let server = builder.connect(&url).await?;
    let mut running = JoinSet::new();
    for _ in 0..tasks {
        let server = server.clone();
        running.spawn(async move { server.list_tools().fresh().await.map(drop) });
    }
    let mut count = 0;
    while let Some(outcome) = running.join_next().await {
        outcome??;
        count += 1;
    }
    server.close().await?;
    Ok(count)
}
