//! Parts of the program by themselves: settings, stores, what it calls outside, and rules of jobs, commands and plugins
//! that no server is needed for.

mod commands;
mod jobs;
mod limits;
mod outbound;
mod plugin_calls;
mod plugin_packages;
mod plugin_permissions;
mod seeds;
mod settings;
mod storage;
