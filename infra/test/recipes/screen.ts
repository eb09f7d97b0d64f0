import type { Edits } from './scratch.ts'

const noun = `import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { t } from '../../texts/index.ts'

export const limitRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/limits',
  staticData: { crumb: () => t.limits.title },
  component: lazyRouteComponent(() => import('./page.tsx'), 'LimitsPage'),
})

export const limitsNoun = {
  instanceNav: { group: 'operation', label: () => t.limits.title, icon: Gauge, to: () => paths.limits() },
  places: {},
} as const satisfies Noun
`

const page = `import { useOperation } from '../../api/operation.ts'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'

export function LimitsPage() {
  const { can } = useOperation('whoami', {})
  return <Page title={t.limits.title}>{can.teams?.max ?? t.limits.none}</Page>
}
`

const texts = {
  en: { title: 'Limits', none: 'No limit' },
  de: { title: 'Grenzen', none: 'Keine Grenze' },
  fr: { title: 'Limites', none: 'Aucune limite' },
  ja: { title: '上限', none: '上限なし' },
  ru: { title: 'Ограничения', none: 'Без ограничений' },
  'zh-CN': { title: '限制', none: '无限制' },
}

export function addScreen({ insertAfter, write, run }: Edits): void {
  const console = 'apps/console/src'
  write(`${console}/pages/limits/noun.ts`, noun)
  write(`${console}/pages/limits/page.tsx`, page)
  insertAfter(
    `${console}/paths.ts`,
    "  signInTest: () => ({ to: '/sign-in-test' }) as const,\n",
    "  limits: () => ({ to: '/limits' }) as const,\n",
  )
  const import_ = "import { keysNoun } from './pages/keys/noun.ts'\n"
  insertAfter(`${console}/nouns.ts`, import_, "import { limitsNoun } from './pages/limits/noun.ts'\n")
  insertAfter(`${console}/nouns.ts`, '  faultsNoun,\n', '  limitsNoun,\n')
  insertAfter(
    `${console}/routes.tsx`,
    "import { keyRoutes } from './pages/keys/noun.ts'\n",
    "import { limitRoutes } from './pages/limits/noun.ts'\n",
  )
  insertAfter(`${console}/routes.tsx`, '    signInAccessRoutes,\n', '    limitRoutes,\n')
  for (const [locale, messages] of Object.entries(texts))
    write(`packages/i18n/messages/${locale}/console/limits.json`, `${JSON.stringify(messages, null, 2)}\n`)
  run('node', 'infra/local/print.ts')
}
