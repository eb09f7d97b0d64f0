import { type Browser, chromium } from 'playwright'
import { findChromium } from '../../infra/local/chromium.ts'

/** Flags for running as root in a container, without connections to other servers. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(console.log), args })
