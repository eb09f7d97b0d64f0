import './styles.css'
import { requestEarly } from './api/early.ts'
import { earlyReads } from './pages/home/early-reads.ts'
import { loadTexts } from './texts/index.ts'
import { language, locale } from './texts/language.ts'

const isHome = /^\/admin\/home\b/

/** Loads the page that follows a sign-in while the application starts. The router reports a failure. */
const loadHome = (): void => void import('./pages/home/page.tsx').catch(() => undefined)

/** The locale of React Aria, at the symbol of its script for rendered documents. Its provider would add 0.7 KiB to the first page. */
const componentLocale = Symbol.for('react-aria.i18n.locale')

/** Loads the texts first, because modules imported later read them while loading. */
async function start(): Promise<void> {
  document.documentElement.lang = language
  Object.assign(window, { [componentLocale]: locale })
  const beginsAtHome = isHome.test(location.pathname)
  requestEarly([['whoami', {}], ...(beginsAtHome ? earlyReads : [])])
  await loadTexts(language)
  if (beginsAtHome) loadHome()
  const { render } = await import('./app.tsx')
  const root = document.getElementById('root')
  if (root) render(root)
}

void start()
