//! The workloads, once for all clients.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use tokio::task::JoinSet;

use crate::{
    Result,
    machine::Process,
    options::{Options, Workload},
    sample::Section,
};

/// A connection of a measured client.
pub trait Subject: Sized {
    /// Opens it, up to the server's first answer.
    fn connect(options: &Options) -> impl Future<Output = Result<Self>>;

    /// The process that is measured: the client's own, unless the options want another.
    fn measured(&self) -> Result<Process> {
        Ok(Process::own())
    }

    /// Makes one call, or lists the tools if the workload says so, and checks the result.
    fn operate(&mut self) -> impl Future<Output = Result<()>>;

    /// Makes `operations` calls, always `in_flight` of them at once.
    fn operate_in_flight(&mut self, operations: usize) -> impl Future<Output = Result<()>>;

    /// Closes it and waits until the server's process has ended.
    fn close(self) -> impl Future<Output = Result<()>>;
}

/// Does what the options say and prints the sample.
pub async fn run<S: Subject>(options: &Options) -> Result<()> {
    match options.workload {
        Workload::Sequential | Workload::Structured | Workload::Large | Workload::List => {
            one_by_one::<S>(options).await
        }
        Workload::InFlight => in_flight::<S>(options).await,
        Workload::Connect => connect::<S>(options).await,
        Workload::Close => close::<S>(options).await,
        Workload::Many => many::<S>(options).await,
    }
}

async fn one_by_one<S: Subject>(options: &Options) -> Result<()> {
    let mut subject = S::connect(options).await?;
    for _ in 0..options.warm_up {
        subject.operate().await?;
    }
    let mut section = Section::begin(subject.measured()?, options.operations)?;
    for _ in 0..options.operations {
        let began = Instant::now();
        subject.operate().await?;
        section.note(began.elapsed());
    }
    section.finish(options.operations)?;
    subject.close().await
}

async fn in_flight<S: Subject>(options: &Options) -> Result<()> {
    let mut subject = S::connect(options).await?;
    subject.operate_in_flight(options.warm_up).await?;
    let section = Section::begin(subject.measured()?, 0)?;
    subject.operate_in_flight(options.operations).await?;
    section.finish(options.operations)?;
    subject.close().await
}

async fn connect<S: Subject>(options: &Options) -> Result<()> {
    let (subjects, section) = open::<S>(options).await?;
    section.finish(options.operations)?;
    for subject in subjects {
        subject.close().await?;
    }
    Ok(())
}

async fn close<S: Subject>(options: &Options) -> Result<()> {
    let (subjects, _) = open::<S>(options).await?;
    let mut section = Section::begin(Process::own(), options.operations)?;
    for subject in subjects {
        let began = Instant::now();
        subject.close().await?;
        section.note(began.elapsed());
    }
    section.finish(options.operations)
}

/// Opens many connections. They are closed together afterwards, so that neither opening nor closing
/// is measured in the other's wake.
async fn open<S: Subject>(options: &Options) -> Result<(Vec<S>, Section)> {
    // The first connection of a process also pays for what all later ones share.
    for _ in 0..options.warm_up {
        S::connect(options).await?.close().await?;
    }
    let mut subjects = Vec::with_capacity(options.operations);
    let mut section = Section::begin(Process::own(), options.operations)?;
    for _ in 0..options.operations {
        let began = Instant::now();
        subjects.push(S::connect(options).await?);
        section.note(began.elapsed());
    }
    Ok((subjects, section))
}

async fn many<S: Subject>(options: &Options) -> Result<()> {
    let section = Section::begin(Process::own(), 0)?;
    let mut subjects = Vec::with_capacity(options.operations);
    for _ in 0..options.operations {
        subjects.push(S::connect(options).await?);
    }
    for subject in &mut subjects {
        subject.operate().await?;
    }
    section.finish(options.operations)?;
    for subject in subjects {
        subject.close().await?;
    }
    Ok(())
}

/// Makes `operations` calls from `lanes` tasks, for clients whose handle can be cloned.
pub async fn spread<C, F>(operations: usize, lanes: usize, call: C) -> Result<()>
where
    C: Fn() -> F + Clone + Send + 'static,
    F: Future<Output = Result<()>> + Send,
{
    let begun = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    for _ in 0..lanes {
        let (begun, call) = (begun.clone(), call.clone());
        tasks.spawn(async move {
            while begun.fetch_add(1, Ordering::Relaxed) < operations {
                call().await?;
            }
            Result::Ok(())
        });
    }
    while let Some(lane) = tasks.join_next().await {
        lane??;
    }
    Ok(())
}
