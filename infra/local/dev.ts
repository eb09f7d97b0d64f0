/** `npm run dev` starts the services of `npm start` from the sources, and restarts a service when a source changes. */
process.env.SIGNET_WATCH = 'true'
process.env.SIGNET_DATA_DIR ??= '.local/dev'
await import('./start.ts')

export {}
