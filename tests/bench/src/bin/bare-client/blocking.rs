//! The blocking pipe: no runtime at all takes part; its futures are ready at once.

use std::{
    io::{Read, Write},
    ops::Range,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use hostline_bench::{
    Result,
    machine::Process,
    options::{Era, Measured, Options},
    request::{read_operation, read_plain, write_initialized, write_opening, write_operation},
    workload::Subject,
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
        pipe.send()?;
        let reply = pipe.receive()?;
        read_plain(pipe.lines.line(reply))?;
        if options.era == Era::Legacy {
            write_initialized(&mut pipe.request)?;
            pipe.send()?;
        }
        Ok(pipe)
    }

    fn measured(&self) -> Result<Process> {
        Ok(match self.options.measured {
            Measured::Client => Process::own(),
            Measured::Server => Process::other(self.child.id()),
            Measured::Process(number) => Process::other(number),
        })
    }

    async fn operate(&mut self) -> Result<()> {
        self.last_id += 1;
        write_operation(&self.options, self.last_id, &mut self.request)?;
        self.send()?;
        let reply = self.receive()?;
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
            self.input.write_all(&self.request)?;
            self.request.clear();
            self.read()?;
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
        self.child.wait()?;
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

    fn send(&mut self) -> Result<()> {
        self.request.push(b'\n');
        self.input.write_all(&self.request)?;
        self.request.clear();
        Ok(())
    }

    fn receive(&mut self) -> Result<Range<usize>> {
        loop {
            if let Some(line) = self.lines.next_range() {
                return Ok(line);
            }
            self.read()?;
        }
    }

    fn read(&mut self) -> Result<()> {
        let count = self.output.read(self.lines.space())?;
        if count == 0 {
            return Err("the server has closed its output".into());
        }
        self.lines.fill(count);
        Ok(())
    }
}
