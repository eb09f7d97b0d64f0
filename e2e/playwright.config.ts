import { chromiumOptions } from '@signet/testkit/chromium'
import { defineConfig } from 'playwright/test'

const journeys = [
  'command-line.test.ts',
  'conformance.test.ts',
  'documents.test.ts',
  'first-minutes.test.ts',
  'first-sign-in.test.ts',
  'nouns/*.test.ts',
  'quick-start.test.ts',
  'readme.test.ts',
  'typed.test.ts',
]

/** Each browser visits every page. The console is in English in the last browser. */
const browsers = {
  en: { locale: 'en-GB' },
  ru: { locale: 'ru-RU', colorScheme: 'dark' },
  zh: { locale: 'zh-CN', viewport: { width: 390, height: 844 } },
  de: { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ar: { locale: 'ar' },
} as const

/** The options of the command line do not apply to projects on which another one depends. */
const { SIGNET_JOURNEYS_ONLY: only, SIGNET_JOURNEYS_WITHOUT: without } = process.env

/** Tests that change the settings of the instance run last. */
export default defineConfig({
  testDir: '.',
  ...(only && { grep: new RegExp(only) }),
  ...(without && { grepInvert: new RegExp(without) }),
  outputDir: '../node_modules/.signet-test/journeys',
  globalSetup: './support/world.ts',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env.SIGNET_JOURNEYS_REPORT ?? '../node_modules/.signet-test/journeys.json' },
    ],
  ],
  use: {
    ...browsers.en,
    viewport: { width: 1280, height: 800 },
    // Traces take 12 % of the time of all journeys; `npm test -- e2e` records a failed one.
    trace: without ? 'off' : { mode: 'retain-on-failure', screenshots: false, sources: false },
    ignoreHTTPSErrors: true,
    // Animations take 8 % of the processor time; the slow journeys show them.
    ...(without && { contextOptions: { reducedMotion: 'reduce' as const } }),
    launchOptions: chromiumOptions(),
  },
  projects: [
    // The longest first, so that no worker is idle at the end.
    ...Object.entries(browsers).map(([name, use]) => ({
      name: `walk-${name}`,
      testMatch: 'walk.test.ts',
      // A failure names the page; recording every page would take longer than visiting it.
      use: { ...use, trace: 'off' as const },
    })),
    { name: 'accessible', testMatch: 'accessible.test.ts', use: { trace: 'off' as const } },
    { name: 'journeys', testMatch: journeys },
    // The example of a tutorial listens at the port of the quick start, which is a journey.
    { name: 'tutorials', testMatch: 'tutorials.test.ts', dependencies: ['journeys'] },
    {
      name: 'tasks',
      testMatch: 'tasks.test.ts',
      fullyParallel: true,
      dependencies: ['tutorials', 'accessible', ...Object.keys(browsers).map((name) => `walk-${name}`)],
    },
    { name: 'instance', testMatch: 'instance.test.ts', dependencies: ['tasks'] },
    {
      name: 'shots',
      testMatch: process.env.SIGNET_SHOTS_FILE ?? 'shots.ts',
      use: { locale: process.env.SIGNET_SHOTS_LOCALE ?? 'en-GB' },
    },
  ].filter(({ name }) => (name === 'shots') === Boolean(process.env.SIGNET_SHOTS)),
})
