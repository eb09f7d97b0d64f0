// Loaded into every local process: stops the process with SIGTERM when its parent has ended, also after kill -9.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
