// Loaded into every local process: when its starter is gone (kill -9), it stops as if it had been asked to.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
