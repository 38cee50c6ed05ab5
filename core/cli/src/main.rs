//! The command `hostline`.

fn main() -> std::process::ExitCode {
    hostline_cli::run(std::env::args_os()).into()
}
