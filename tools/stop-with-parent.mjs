// Loaded into each server that `npm start` starts: when that one is gone, however it went, the server stops too.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
