/**
 * Chromium applies the last option `--disable-features`, so the features that Playwright disables and tests depend on are repeated.
 * The two of the address bar start a renderer for each window, which took half of the processor time of a new browser context.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

/** Options of Playwright's `launch`, for root in a container and without connections to other servers. */
export const chromiumOptions = (...more: readonly string[]) => ({
  executablePath: process.env.SIGNET_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-software-rasterizer',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join(',')}`,
    ...more,
  ],
})
