import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright/test'
import { readSteps, type Step } from './steps.ts'

/** A browser, a folder with a shell, and the values that the reader copied. */
export interface Reader {
  readonly page: Page
  readonly folder: string
  /** Replaces `http://localhost:8080`. */
  readonly baseUrl: string
  readonly setupUrl: string
  readonly environment: NodeJS.ProcessEnv
  /** False if the folder has the packages already. */
  readonly installs: boolean
}

/** Programs that listen run until the end of the walk. */
interface Walk extends Reader {
  readonly values: Map<string, string>
  readonly programs: ChildProcess[]
  printed: string
}

/** Limit for a command, which may install a package. */
const commandMs = 120_000

type Action = (walk: Walk, ...words: string[]) => Promise<void>

const visible = (locator: Locator): Locator => locator.filter({ visible: true }).first()

const field = (page: Page, label: string): Locator => visible(page.getByLabel(label, { exact: true }))

const dialog = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog'))

const control = (within: Page | Locator, name: string): Locator => {
  const options = { name, exact: true }
  return visible(
    within
      .getByRole('button', options)
      .or(within.getByRole('link', options))
      .or(within.getByRole('tab', options))
      .or(within.getByRole('menuitem', options))
      .or(within.locator('summary', { hasText: name })),
  )
}

/** A reader can follow sentences of these forms. Another sentence fails the walk. */
const forms: readonly (readonly [RegExp, Action])[] = [
  [/^Open the address that the command printed after `([^`]+)`\.$/, openPrinted],
  [/^Open `([^`]+)`\.$/, async ({ page, ...walk }, url = '') => void (await page.goto(placed(walk, url)))],
  [
    /^Enter `([^`]+)` as \*\*([^*]+)\*\*\.$/,
    async (walk, text = '', label = '') => field(walk.page, label).fill(placed(walk, text)),
  ],
  [/^Press \*\*([^*]+)\*\*\.$/, async ({ page }, name = '') => control(page, name).click()],
  [
    /^Press \*\*([^*]+)\*\* in the dialog\.$/,
    async ({ page }, name = '') => control(dialog(page), name).click(),
  ],
  [
    /^Select \*\*([^*]+)\*\*\.$/,
    async ({ page }, name = '') => visible(page.getByText(name, { exact: true })).click(),
  ],
  [/^Select \*\*([^*]+)\*\* as \*\*([^*]+)\*\*\.$/, selectOption],
  [/^Copy the \*\*([^*]+)\*\* as `(\w+)`\.$/, copyField],
  [/^Copy the id `(\w+)…` in the address of the page as `(\w+)`\.$/, copyId],
  [/^Copy the text that the command printed after `([^`]+)` as `(\w+)`\.$/, copyPrinted],
  [/^The command prints `([^`]+)`\.$/, async (walk, text = '') => untilPrinted(walk, text)],
  [/^Save the text of the tab \*\*([^*]+)\*\* as `([^`]+)`\.$/, saveTab],
  [/^The page shows "([^"]+)"\.$/, async ({ page }, text = '') => visible(page.getByText(text)).waitFor()],
]

/** @throws naming the line of the step that fails */
export async function follow(name: string, reader: Reader): Promise<void> {
  const walk: Walk = { ...reader, values: new Map(), programs: [], printed: '' }
  try {
    for (const step of readSteps(name))
      await take(step, walk).catch((error: Error) => {
        throw new Error(`${name}.md:${step.line}: ${step.text}\n${error.message}`)
      })
  } finally {
    for (const { pid } of walk.programs) end(pid)
  }
}

/** Ends a program and the programs that it started. */
function end(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGTERM')
  } catch {
    // The program ended before.
  }
}

async function take(step: Step, walk: Walk): Promise<void> {
  if (step.kind === 'code') return followCode(step, walk)
  for (const [form, act] of forms) {
    const found = form.exec(step.text)
    if (found) return act(walk, ...found.slice(1))
  }
  throw new Error('A reader cannot follow a sentence of this form.')
}

export const isFollowed = (text: string): boolean => forms.some(([form]) => form.test(text))

const placed = ({ baseUrl, values }: Pick<Walk, 'baseUrl' | 'values'>, text: string): string =>
  text
    .replaceAll('http://localhost:8080', baseUrl)
    .replaceAll(/\$([A-Z_]+)\b/g, (whole, name: string) => values.get(name) ?? whole)

async function followCode(step: Extract<Step, { kind: 'code' }>, walk: Walk): Promise<void> {
  if (step.file) return writeFileSync(join(walk.folder, step.file), `${placed(walk, step.text)}\n`)
  if (step.language === 'sh') return runCommands(step.text, walk)
  if (step.language === 'text') return expectPrinted(step.text, walk)
}

/** A command that listens continues in the background. `npm start` runs already. */
async function runCommands(text: string, walk: Walk): Promise<void> {
  if (text.trim() === 'npm start') {
    walk.printed = `Set up    ${walk.setupUrl}`
    return
  }
  const commands = walk.installs ? text : text.replaceAll(/^npm install .*$/gm, '')
  const child = spawn('bash', ['-e', '-c', placed(walk, commands)], {
    cwd: walk.folder,
    env: { ...walk.environment, ...Object.fromEntries(walk.values) },
    detached: true,
  })
  walk.programs.push(child)
  walk.printed = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const waits = new Promise<'waits'>((resolve) => {
    const read = (chunk: Buffer) => {
      walk.printed += chunk.toString()
      if (/\b(?:Open|navigate to:) http/.test(walk.printed)) resolve('waits')
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const result = await Promise.race([ended, waits, wait(commandMs, 'late' as const)])
  if (result !== 'waits' && result !== 0)
    throw new Error(`The command ended with ${result}:\n${walk.printed}`)
}

/** `…` matches any text. */
async function expectPrinted(text: string, { printed, baseUrl, values }: Walk): Promise<void> {
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const parts = placed({ baseUrl, values }, line.trim())
      .split('…')
      .map((part) => RegExp.escape(part))
    if (!new RegExp(parts.join('.*')).test(printed))
      throw new Error(`The command printed no line "${line}":\n${printed}`)
  }
}

async function openPrinted(walk: Walk, word = ''): Promise<void> {
  await walk.page.goto(printedAfter(walk, word))
}

async function copyPrinted(walk: Walk, word = '', name = ''): Promise<void> {
  walk.values.set(name, printedAfter(walk, word))
}

/** Text after a word in the output of the last command, up to a space or quotation mark. */
function printedAfter({ printed }: Walk, word: string): string {
  const [, text] = new RegExp(`${RegExp.escape(word)}\\s+"?([^\\s"]+)`).exec(printed) ?? []
  if (!text) throw new Error(`The command printed no text after "${word}":\n${printed}`)
  return text
}

async function untilPrinted(walk: Walk, text: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (walk.printed.includes(placed(walk, text))) return
    await wait(100)
  }
  throw new Error(`The command did not print "${text}":\n${walk.printed}`)
}

async function copyId({ page, values }: Walk, prefix = '', name = ''): Promise<void> {
  const [id] = new RegExp(`${prefix}[0-9a-z]+`).exec(page.url()) ?? []
  if (!id) throw new Error(`The address ${page.url()} has no id ${prefix}….`)
  values.set(name, id)
}

async function selectOption({ page }: Walk, option = '', label = ''): Promise<void> {
  await visible(page.getByRole('button', { name: label })).click()
  await visible(page.getByRole('option', { name: option, exact: true })).click()
}

/** A field, or a fact with a button that copies it. */
async function copyField({ page, values }: Walk, label = '', name = ''): Promise<void> {
  const input = page.getByRole('textbox', { name: label, exact: true })
  const fact = page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd//code')
  const found = visible(input.or(fact))
  await found.waitFor()
  const value = await found.evaluate((element) =>
    element instanceof HTMLInputElement ? element.value : (element.textContent ?? ''),
  )
  if (!value) throw new Error(`The value ${label} is empty.`)
  values.set(name, value)
}

async function saveTab({ page, folder }: Walk, tab = '', file = ''): Promise<void> {
  await page.getByRole('tab', { name: tab, exact: true }).click()
  const code = await page.getByRole('tabpanel').locator('pre code').textContent()
  writeFileSync(join(folder, file), code ?? '')
}
