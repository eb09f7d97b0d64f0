import { globSync, statSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { median } from './compare.ts'
import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import type { BenchStack } from './stack.ts'

const rounds = 7

/** Globals of the browser, which evaluates the functions below. */
declare const history: { pushState(state: null, unused: string, address: string): void }
declare const location: { readonly pathname: string; readonly search: string }
declare const document: { querySelector(selector: string): object | null }
declare const requestAnimationFrame: (next: () => void) => void

/** Selects a project of the home page, which draws its name after it has read the sign-ins of all projects. */
const homeContent = 'main tbody a'

interface Wait {
  readonly name: string
  readonly path: string
  /** Selects the first row of this page, and no element of another page. */
  readonly seen: string
  readonly aim: string
}

const waitsOf = ({ projectId }: PreparedInstance, small: string): readonly Wait[] => [
  {
    name: 'list of 10,000 projects, by name',
    path: '/projects?sort=name',
    seen: 'table[aria-label="Projects"][aria-busy="false"] tbody a',
    aim: 'within 300 ms',
  },
  {
    name: 'list of 1,000,000 users',
    path: `/projects/${projectId}/users`,
    seen: 'table[aria-label="Users"][aria-busy="false"] tbody a',
    aim: 'within 300 ms',
  },
  {
    name: 'search among 1,000,000 users',
    path: `/projects/${projectId}/users?q=person77`,
    seen: 'table[aria-label="Users"][aria-busy="false"] tbody a',
    aim: 'within 300 ms',
  },
  {
    name: '5,000,000 audit entries of one project',
    path: `/audit?project=${small}`,
    seen: 'table[aria-label="Audit"][aria-busy="false"] tbody td',
    aim: 'within 300 ms',
  },
  {
    name: 'home of the project of 1,000,000 users',
    path: `/projects/${projectId}`,
    seen: 'main dl',
    aim: 'within 300 ms',
  },
  {
    name: 'home of the instance',
    path: '/home',
    seen: homeContent,
    aim: 'within 300 ms',
  },
]

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.SIGNET_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })

/** Milliseconds, median, on an instance with few projects. */
export async function measureFirstContent(stack: BenchStack, prepared: PreparedInstance): Promise<void> {
  heading('The console of a new instance', 'one browser on this machine')
  const browser = await launch()
  try {
    await reportFirstContent(browser, stack, prepared)
  } finally {
    await browser.close()
  }
}

/** Milliseconds, medians. */
export async function measureConsole(
  stack: BenchStack,
  prepared: PreparedInstance,
  small: string,
): Promise<void> {
  heading(
    'The console over 10,000 projects, 1,000,000 users, 5,000,000 audit entries',
    'from the click to the first row in the document, one browser on this machine',
  )
  const browser = await launch()
  try {
    const page = await open(browser, stack, prepared)
    // The first page after filling the tables also warms up every cache.
    page.setDefaultTimeout(120_000)
    line('first paint', `${(await firstPaint(page, stack)).toFixed(0)} ms`, 'under 800')
    await reportFirstContent(browser, stack, prepared)
    for (const wait of waitsOf(prepared, small))
      line(wait.name, `${(await timesOf(page, stack, wait)).toFixed(0)} ms`, wait.aim)
    const summary = await answerTime(page, `/projects/${prepared.projectId}/summary`)
    line('counts of the project of 1,000,000 users', `${summary.toFixed(0)} ms`, 'within 300 ms')
    const signIns = await answerTime(page, '/sign-in-overview')
    line('sign-ins of 10,000 projects in the last day', `${signIns.toFixed(0)} ms`, 'within 300 ms')
    const project = await palette(page, (round) => `Project ${4000 + 37 * round}`)
    line('palette: a project by its name', `${project.toFixed(0)} ms`, 'under 100')
    const user = await palette(page, (round) => `person77${round}`)
    line('palette: a user by the start of an address', `${user.toFixed(0)} ms`, 'under 100')
  } finally {
    await browser.close()
  }
  for (const [name, size] of bundle()) line(name, `${Math.round(size / 1024)} KiB`, 'Brotli')
}

async function open(browser: Browser, stack: BenchStack, { cookie }: PreparedInstance): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: stack.baseUrl }])
  return context.newPage()
}

async function firstPaint(page: Page, { baseUrl }: BenchStack): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${baseUrl}/admin/home`)
    await page.locator('main h1').waitFor()
    // A busy browser records the paint after it happened.
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    times.push(Number(await painted.jsonValue()))
  }
  return median(times)
}

async function reportFirstContent(browser: Browser, stack: BenchStack, prepared: PreparedInstance) {
  const content = await firstContent(browser, stack, prepared)
  line('first content of the home page, empty cache', `${content.toFixed(0)} ms`, 'under 500')
}

/** Measures from the request of the document to the newest projects on the home page, in a browser without cached files. */
async function firstContent(
  browser: Browser,
  stack: BenchStack,
  prepared: PreparedInstance,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const page = await open(browser, stack, prepared)
    await page.goto(`${stack.baseUrl}/admin/home`, { waitUntil: 'commit' })
    const shown = await page.waitForFunction(
      (selector) => document.querySelector(selector) && performance.now(),
      homeContent,
    )
    times.push(Number(await shown.jsonValue()))
    await page.context().close()
  }
  return median(times)
}

/** Navigates like a link, each time in a console that has only read the session. */
async function timesOf(page: Page, { baseUrl }: BenchStack, { path, seen }: Wait): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${baseUrl}/admin/sessions`)
    await page.locator('table[aria-label="Your sessions"][aria-busy="false"]').waitFor()
    times.push(await untilSeen(page, `/admin${path}`, seen))
  }
  return median(times)
}

async function answerTime(page: Page, path: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(
      await page.evaluate(async (address) => {
        const begun = performance.now()
        await (await fetch(address)).text()
        return performance.now() - begun
      }, `/admin/api${path}`),
    )
  return median(times)
}

const untilSeen = (page: Page, address: string, seen: string): Promise<number> =>
  page.evaluate(
    ([to = '', selector = '']) =>
      new Promise<number>((resolve) => {
        const begun = performance.now()
        history.pushState(null, '', to)
        const look = () =>
          location.pathname + location.search === to && document.querySelector(selector)
            ? resolve(performance.now() - begun)
            : requestAnimationFrame(look)
        look()
      }),
    [address, seen],
  )

/** Measures from the last letter to the result, with another text each round, so that no result is cached. */
async function palette(page: Page, textOf: (round: number) => string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const text = textOf(round)
    await page.keyboard.press('Control+k')
    await page.locator('[role="dialog"] input').fill(text.slice(0, -1))
    const begun = performance.now()
    await page.keyboard.type(text.slice(-1))
    await page.locator('[role="menuitem"]', { hasText: text }).first().waitFor()
    times.push(performance.now() - begun)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.locator('[role="dialog"]').waitFor({ state: 'detached' })
  }
  return median(times)
}

function bundle(): readonly (readonly [string, number])[] {
  const folder = new URL('../../apps/console/dist/', import.meta.url).pathname
  const size = (pattern: string): number =>
    globSync(pattern, { cwd: folder }).reduce((total, name) => total + statSync(`${folder}${name}`).size, 0)
  return [
    ['every script of the console', size('assets/*.js.br')],
    ['styles', size('assets/*.css.br')],
  ]
}
