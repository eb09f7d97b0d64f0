import { type Browser, chromium } from 'playwright-core'

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.SIGNET_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
