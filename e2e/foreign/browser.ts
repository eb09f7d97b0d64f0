import { type Browser, chromium } from 'playwright'

/** Flags for running as root in a container, without connections to other servers. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.SIGNET_CHROMIUM ?? '/usr/bin/chromium', args })
