//! `cargo xtask test sign-in`: a person signs in to a protected server from the command line.
//!
//! The authorization server, the browser and the keychain are those of other authors. Only the
//! person is played.

mod desktop;
mod provider;
mod site;
mod strace;

pub(crate) use self::{desktop::Desktop, site::Site};

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::{Duration, Instant},
};

use serde_json::Value;

use self::strace::Written;
use crate::{
    process::{Said, last_lines, output, said},
    setup::need,
    tally::Tally,
    workspace::{Context, Result, Workspace},
};

/// How long one command may take, with the person's part.
const COMMAND: Duration = Duration::from_mins(2);
/// How long an access token lives, in seconds: it is due for renewal at half of that.
const LIFETIME: u32 = 4;
/// How long the renewal may take to come.
const RENEWAL: Duration = Duration::from_secs(30);
/// What the command ends with where somebody must sign in.
const AUTHORIZATION: i32 = 9;

/// Installs the authorization server, the browser and the keychain.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Err("the keychain and the tracer of this suite are those of Linux".into());
    }
    need(&[
        ("chromium", "chromium"),
        ("gnome-keyring-daemon", "gnome-keyring"),
        ("dbus-daemon", "dbus"),
        ("strace", "strace"),
        ("xdg-open", "xdg-utils"),
    ])?;
    site::install(workspace).map(drop)
}

/// Signs in, uses that, and signs out, step by step.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    let stage = Stage::set(workspace)?;
    let mut tally = Tally::default();
    for (name, step) in STEPS {
        tally.take(name, || step(&stage));
    }
    Ok(tally.finish("signin"))
}

/// A step, by what it shows. Each builds on those before it.
type Step = (&'static str, fn(&Stage) -> Result<()>);

const STEPS: [Step; 9] = [
    ("without a sign-in a command ends, and says what to do", Stage::is_refused),
    ("login opens the browser, and the person signs in", Stage::sign_in),
    ("the next commands need no browser", Stage::use_it),
    ("a token whose time is over is renewed without anybody", Stage::renew),
    ("the status tells how it stands, and no secret", Stage::tell),
    ("no file of the person holds a secret", Stage::leaves_no_secret),
    ("a program that writes a token into a file is caught", Stage::catches_a_leak),
    ("logout takes everything back", Stage::sign_out),
    ("after that a command ends again", Stage::is_refused),
];

/// What the story is played with.
struct Stage {
    hostline: PathBuf,
    desktop: Desktop,
    site: Site,
}

impl Stage {
    fn set(workspace: &Workspace) -> Result<Self> {
        prepare(workspace)?;
        workspace.build_programs(&["hostline"])?;
        let site = Site::start(workspace, "sign-in", LIFETIME)?;
        // The path of a socket is short.
        let home = std::env::temp_dir().join(format!("hostline-sign-in-{}", std::process::id()));
        let desktop = Desktop::new(home)?;
        Ok(Self { hostline: workspace.program("hostline"), desktop, site })
    }

    fn is_refused(&self) -> Result<()> {
        let said = self.hostline(&["tools", &self.site.url])?;
        expect(said.code == Some(AUTHORIZATION), "the exit code", &said)?;
        expect(said.stderr.contains("hostline login"), "what to do", &said)
    }

    /// Signs in while it is traced, as the person would without.
    fn sign_in(&self) -> Result<()> {
        let trace = self.desktop.file("login.trace");
        let mut login = self.traced(&trace, &["login", &self.site.url]);
        let said = self.site.sign_in(&self.desktop, &mut login)?;
        expect(said.code == Some(0), "the exit code", &said)?;
        self.keeps_secrets(&trace)?;
        let counts = (
            self.site.provider.count("registration"),
            self.site.provider.grants("authorization_code"),
        );
        expect(counts == (1, 1), &format!("registrations and codes: {counts:?}"), &said)
    }

    fn use_it(&self) -> Result<()> {
        let said = self.hostline(&["tools", &self.site.url, "--json"])?;
        expect(said.code == Some(0) && said.stdout.contains("\"add\""), "the tools", &said)?;
        self.call()?;
        expect(self.desktop.visit().is_none(), "a browser was opened", &said)
    }

    fn call(&self) -> Result<()> {
        let said = self.hostline(&["call", &self.site.url, "add", "a=2", "b=3", "--json"])?;
        let sum = serde_json::from_str::<Value>(&said.stdout).unwrap_or_default();
        expect(sum["structuredContent"]["sum"] == 5.0, "the sum", &said)
    }

    /// Uses the token until its time is over, and traces each use: one of them renews it.
    fn renew(&self) -> Result<()> {
        let trace = self.desktop.file("call.trace");
        let end = Instant::now() + RENEWAL;
        let before = self.site.provider.grants("refresh_token");
        while self.site.provider.grants("refresh_token") == before {
            if Instant::now() > end {
                return Err("the token was not renewed".into());
            }
            let call = ["call", &self.site.url, "add", "a=2", "b=3"];
            let said = said(&mut self.traced(&trace, &call), COMMAND)?;
            expect(said.code == Some(0), "the exit code", &said)?;
        }
        self.keeps_secrets(&trace)?;
        self.call()?;
        if self.desktop.visit().is_some() || self.site.provider.grants("authorization_code") != 1 {
            return Err("somebody was asked".into());
        }
        Ok(())
    }

    fn tell(&self) -> Result<()> {
        for arguments in
            [&["auth", "status", &self.site.url, "--json"][..], &["auth", "status", &self.site.url]]
        {
            let said = self.hostline(arguments)?;
            expect(said.code == Some(0), "the exit code", &said)?;
            expect(said.stdout.contains(&self.site.provider.issuer), "the issuer", &said)?;
            let text = format!("{}{}", said.stdout, said.stderr);
            let shown = self.site.provider.secrets().iter().any(|secret| text.contains(secret));
            expect(!shown, "a secret is shown", &said)?;
        }
        let said = self.hostline(&["auth", "status", &self.site.url, "--json"])?;
        let status: Value = serde_json::from_str(&said.stdout).context("the status")?;
        expect(status["session"]["refreshedAt"].is_u64(), "the renewal", &said)
    }

    fn leaves_no_secret(&self) -> Result<()> {
        let secrets = self.site.provider.secrets();
        for path in self.desktop.files() {
            let bytes = fs::read(&path).context(path.display())?;
            let holds =
                |secret: &String| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            if secrets.iter().any(holds) {
                return Err(format!("{} holds a secret", path.display()).into());
            }
        }
        Ok(())
    }

    /// What the two traces show is worth something only if it could be otherwise.
    fn catches_a_leak(&self) -> Result<()> {
        let secrets = self.site.provider.secrets();
        let token = secrets.first().ok_or("there is no secret")?;
        let (trace, leak) = (self.desktop.file("leak.trace"), self.desktop.file("leak"));
        let mut command = self.tracer(&trace);
        command.args(["sh", "-c", "printf %s \"$TOKEN\" > \"$LEAK\""]);
        command.env("TOKEN", token).env("LEAK", &leak);
        output(&mut command, COMMAND).context("strace")?;
        fs::remove_file(&leak).context(leak.display())?;
        let written = read_trace(&trace)?;
        let found = written.holding(&secrets);
        if found.iter().any(|(path, secret)| **path == leak && secret == token) {
            return Ok(());
        }
        Err(format!("it was not noticed: {:?}", written.paths().collect::<Vec<_>>()).into())
    }

    fn sign_out(&self) -> Result<()> {
        let said = self.hostline(&["logout", &self.site.url])?;
        expect(said.code == Some(0), "the exit code", &said)?;
        expect(self.site.provider.count("revocation") > 0, "nothing was taken back", &said)?;
        let said = self.hostline(&["auth", "status", &self.site.url])?;
        expect(said.code == Some(AUTHORIZATION), "the exit code afterwards", &said)
    }

    fn hostline(&self, arguments: &[&str]) -> Result<Said> {
        let mut command = self.desktop.command(&[&self.hostline]);
        said(command.args(arguments), COMMAND)
    }

    fn traced(&self, trace: &Path, arguments: &[&str]) -> Command {
        let mut command = self.tracer(trace);
        command.arg(&self.hostline).args(arguments);
        command
    }

    fn tracer(&self, trace: &Path) -> Command {
        let mut command = self.desktop.command(&[Path::new("strace")]);
        command.args(strace::ARGUMENTS).arg("-o").arg(trace);
        command
    }

    /// Reads a trace: the record was written, and no secret into any file.
    fn keeps_secrets(&self, trace: &Path) -> Result<()> {
        let written = read_trace(trace)?;
        if let Some((path, _)) = written.holding(&self.site.provider.secrets()).first() {
            return Err(format!("a secret was written into {}", path.display()).into());
        }
        let is_record = |path: &&PathBuf| path.starts_with(self.desktop.file("data"));
        if written.paths().filter(is_record).count() == 0 {
            return Err("the trace does not show that the record was written".into());
        }
        Ok(())
    }
}

/// Reads a trace and removes it: what went to sockets is in it.
fn read_trace(trace: &Path) -> Result<Written> {
    let text = fs::read_to_string(trace).context(trace.display())?;
    fs::remove_file(trace).context(trace.display())?;
    Written::read(&text)
}

pub(crate) fn expect(is_so: bool, what: &str, said: &Said) -> Result<()> {
    if is_so {
        return Ok(());
    }
    let shown = |text| {
        let lines = last_lines(text, 8);
        lines
            .lines()
            .map(|line| line.chars().take(400).collect())
            .collect::<Vec<String>>()
            .join("\n")
    };
    let (code, out, err) = (said.code, shown(&said.stdout), shown(&said.stderr));
    Err(format!("{what}: exit code {code:?}\n{out}\n{err}").into())
}
