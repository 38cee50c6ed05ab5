//! A person's desktop, as far as signing in needs one: a home, a message bus with a keychain, and a
//! browser.
//!
//! Nothing of this machine's own is used: not the home, not the bus, not the keychain. What is made
//! goes away with it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    loopback::without_proxies,
    process::Group,
    workspace::{Context, Result},
};

/// How long the bus may take to be there.
const READINESS: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(20);

/// The keychain is started by the bus, when somebody asks for it first.
const KEYCHAIN: &str = "#!/bin/sh
printf password | exec gnome-keyring-daemon --unlock --components=secrets
";

/// What the desktop calls the person's browser. It only notes the address, since whoever is traced
/// when it opens a browser would be traced with all of it; and what it finds in its environment.
const BROWSER: &str = "#!/bin/sh
env > \"$HOME/environment\"
printf '%s' \"$1\" > \"$HOME/visit.new\" && mv \"$HOME/visit.new\" \"$HOME/visit\"
";

/// A home with a session.
pub(crate) struct Desktop {
    home: PathBuf,
    _bus: Group,
}

impl Desktop {
    /// Makes the home, and logs in.
    pub(crate) fn new(home: PathBuf) -> Result<Self> {
        for folder in ["data", "run", "services", "tmp"] {
            fs::create_dir_all(home.join(folder)).context(home.display())?;
        }
        restrict(&home.join("run"))?;
        program(&home.join("keychain"), KEYCHAIN)?;
        program(&home.join("browser"), BROWSER)?;
        let shown = home.display();
        let service =
            format!("[D-BUS Service]\nName=org.freedesktop.secrets\nExec={shown}/keychain\n");
        fs::write(home.join("services/org.freedesktop.secrets.service"), service)
            .context("the keychain's service")?;
        let settings = format!(
            "<busconfig><type>session</type><listen>unix:path={shown}/run/bus</listen>\
             <auth>EXTERNAL</auth><servicedir>{shown}/services</servicedir>\
             <policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>\
             <allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>"
        );
        fs::write(home.join("bus.conf"), settings).context("bus.conf")?;
        let mut command = Command::new("dbus-daemon");
        command.arg("--config-file").arg(home.join("bus.conf")).arg("--nofork");
        let mut bus = Group::start(Self::dress(&home, &mut command).stderr(Stdio::null()))?;
        let end = Instant::now() + READINESS;
        while !home.join("run/bus").exists() {
            if bus.has_ended() || Instant::now() > end {
                return Err("the message bus does not start".into());
            }
            thread::sleep(LOOK);
        }
        Ok(Self { home, _bus: bus })
    }

    /// A program that runs in this session.
    pub(crate) fn command(&self, words: &[&Path]) -> Command {
        let mut command = without_proxies(words[0]);
        command.args(&words[1..]);
        Self::dress(&self.home, &mut command);
        command
    }

    fn dress<'a>(home: &Path, command: &'a mut Command) -> &'a mut Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let bus = format!("unix:path={}/run/bus", home.display());
        command.env_clear().env("PATH", path).env("HOME", home).current_dir(home);
        command.env("XDG_DATA_HOME", home.join("data")).env("DBUS_SESSION_BUS_ADDRESS", bus);
        command.env("XDG_RUNTIME_DIR", home.join("run")).env("BROWSER", home.join("browser"));
        command.env("TMPDIR", home.join("tmp"))
    }

    /// The address that the browser was given since this was asked last.
    pub(crate) fn visit(&self) -> Option<String> {
        let address = fs::read_to_string(self.home.join("visit")).ok()?;
        fs::remove_file(self.home.join("visit")).ok()?;
        Some(address)
    }

    /// Every file below the home.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let (mut folders, mut files) = (vec![self.home.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let kind = entry.file_type();
                if kind.as_ref().is_ok_and(fs::FileType::is_dir) {
                    folders.push(entry.path());
                } else if kind.is_ok_and(|kind| kind.is_file()) {
                    files.push(entry.path());
                }
            }
        }
        files
    }

    /// Where a file of this name is.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.home.join(name)
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        // What cannot be removed is only in the way of the disk.
        let _ = fs::remove_dir_all(&self.home);
    }
}

fn program(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).context(path.display())?;
    restrict(path)
}

fn restrict(path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o700)).context(path.display())?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
