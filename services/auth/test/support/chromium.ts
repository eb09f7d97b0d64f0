import { chromiumOptions } from '@signet/testkit/chromium'
import { type Browser, chromium } from 'playwright-core'

export const launchChromium = (): Promise<Browser> => chromium.launch(chromiumOptions())
