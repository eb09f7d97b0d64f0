// Loaded into every local process, which ends with its parent, also after kill -9.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
