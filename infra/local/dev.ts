/** `npm run dev`: what `npm start` starts, from the sources, and anew whenever one of them changes. */
process.env.SIGNET_WATCH = 'true'
process.env.SIGNET_DATA_DIR ??= '.local/dev'
await import('./start.ts')

export {}
