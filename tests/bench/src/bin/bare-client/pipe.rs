//! The tokio pipe: the least that an asynchronous client can cost.

use std::{ops::Range, process::Stdio};

use hostline_bench::{
    Result,
    options::Options,
    request::{read_operation, read_plain, write_opening, write_operation},
    workload::Subject,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{Child, ChildStdin, ChildStdout, Command},
};

use crate::lines::Lines;

pub(crate) struct Pipe {
    options: Options,
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    lines: Lines,
    request: Vec<u8>,
    last_id: u64,
}

impl Subject for Pipe {
    async fn connect(options: &Options) -> Result<Self> {
        let (program, arguments) = options.command()?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let output = child.stdout.take().ok_or("no standard output")?;
        let mut pipe = Self {
            options: options.clone(),
            child,
            input,
            output,
            lines: Lines::default(),
            request: Vec::new(),
            last_id: 0,
        };
        write_opening(options.era, 0, &mut pipe.request)?;
        pipe.send().await?;
        let reply = pipe.receive().await?;
        read_plain(pipe.lines.line(reply))?;
        Ok(pipe)
    }

    async fn operate(&mut self) -> Result<()> {
        self.last_id += 1;
        write_operation(&self.options, self.last_id, &mut self.request)?;
        self.send().await?;
        let reply = self.receive().await?;
        if read_operation(&self.options, self.lines.line(reply))? == self.last_id {
            Ok(())
        } else {
            Err("the reply belongs to another request".into())
        }
    }

    /// Answers to one read's replies with one write.
    async fn operate_in_flight(&mut self, operations: usize) -> Result<()> {
        let mut begun = operations.min(self.options.in_flight);
        for _ in 0..begun {
            self.queue()?;
        }
        let mut done = 0;
        while done < operations {
            self.input.write_all(&self.request).await?;
            self.request.clear();
            self.read().await?;
            while let Some(reply) = self.lines.next_range() {
                read_operation(&self.options, self.lines.line(reply))?;
                done += 1;
                if begun < operations {
                    self.queue()?;
                    begun += 1;
                }
            }
        }
        Ok(())
    }

    async fn close(mut self) -> Result<()> {
        drop(self.input);
        self.child.wait().await?;
        Ok(())
    }
}

impl Pipe {
    fn queue(&mut self) -> Result<()> {
        self.last_id += 1;
        write_operation(&self.options, self.last_id, &mut self.request)?;
        self.request.push(b'\n');
        Ok(())
    }

    async fn send(&mut self) -> Result<()> {
        self.request.push(b'\n');
        self.input.write_all(&self.request).await?;
        self.request.clear();
        Ok(())
    }

    async fn receive(&mut self) -> Result<Range<usize>> {
        loop {
            if let Some(line) = self.lines.next_range() {
                return Ok(line);
            }
            self.read().await?;
        }
    }

    async fn read(&mut self) -> Result<()> {
        let count = self.output.read(self.lines.space()).await?;
        if count == 0 {
            return Err("the server has closed its output".into());
        }
        self.lines.fill(count);
        Ok(())
    }
}
