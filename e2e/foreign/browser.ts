import { chromiumOptions } from '@signet/testkit/chromium'
import { type Browser, chromium } from 'playwright'

export const launchBrowser = (): Promise<Browser> => chromium.launch(chromiumOptions())
