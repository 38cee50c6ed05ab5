//! hyper alone: POSTs on kept-alive connections, one connection for each call in flight.

use std::{cell::Cell, rc::Rc};

use hostline_bench::{
    Result,
    http::Connection,
    machine::Process,
    options::{Measured, Options, Workload},
    request::{read_operation, write_operation},
    workload::Subject,
};
use tokio::task::JoinSet;

pub(crate) struct Http {
    options: Options,
    /// Connections that no call uses just now.
    idle: Vec<Connection>,
    last_id: u64,
}

impl Subject for Http {
    async fn connect(options: &Options) -> Result<Self> {
        let mut connection = Connection::open(options.address()?, options.era, None).await?;
        connection.greet().await?;
        Ok(Self { options: options.clone(), idle: vec![connection], last_id: 0 })
    }

    fn measured(&self) -> Result<Process> {
        match self.options.measured {
            Measured::Client => Ok(Process::own()),
            Measured::Process(number) => Ok(Process::other(number)),
            Measured::Server => Err("this client starts no server".into()),
        }
    }

    async fn operate(&mut self) -> Result<()> {
        self.last_id += 1;
        let connection = self.idle.first_mut().ok_or("no connection")?;
        if operate(connection, &self.options, self.last_id).await? == self.last_id {
            Ok(())
        } else {
            Err("the reply belongs to another request".into())
        }
    }

    async fn operate_in_flight(&mut self, operations: usize) -> Result<()> {
        let session = self.idle.first().and_then(Connection::session);
        while self.idle.len() < self.options.in_flight {
            let (address, era) = (self.options.address()?, self.options.era);
            self.idle.push(Connection::open(address, era, session.clone()).await?);
        }
        let begun = Rc::new(Cell::new(self.last_id));
        let last = self.last_id + operations as u64;
        let mut lanes = JoinSet::new();
        for mut connection in self.idle.drain(..) {
            let (options, begun) = (self.options.clone(), begun.clone());
            lanes.spawn_local(async move {
                while begun.get() < last {
                    begun.set(begun.get() + 1);
                    operate(&mut connection, &options, begun.get()).await?;
                }
                Result::Ok(connection)
            });
        }
        while let Some(lane) = lanes.join_next().await {
            self.idle.push(lane??);
        }
        self.last_id = last;
        Ok(())
    }

    async fn close(self) -> Result<()> {
        Ok(())
    }
}

async fn operate(connection: &mut Connection, options: &Options, id: u64) -> Result<u64> {
    let mut body = Vec::new();
    write_operation(options, id, &mut body)?;
    let reply = if options.workload == Workload::List {
        connection.post("tools/list", None, body).await?
    } else {
        connection.post("tools/call", Some(options.tool()), body).await?
    };
    read_operation(options, &reply)
}
