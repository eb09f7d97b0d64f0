import { type Browser, chromium } from 'playwright'
import { browserFlags } from '../support/browser-flags.ts'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.SIGNET_CHROMIUM ?? '/usr/bin/chromium', args: browserFlags })
