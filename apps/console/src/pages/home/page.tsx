import { lazy, Suspense } from 'react'
import { useOperation } from '../../api/operation.ts'
import { AttentionList } from '../../components/attention.tsx'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { FirstProject } from './first-project.tsx'

const Attention = lazy(() => import('./attention.tsx'))
const Figures = lazy(() => import('./figures.tsx'))

export function HomePage() {
  const { can } = useOperation('whoami', {})
  return (
    <Page title={t.home.title} text={t.home.text}>
      <div className="group grid grid-cols-1">
        <AttentionList label={t.home.begin}>
          <FirstProject can={can} />
        </AttentionList>
        <Suspense>
          <Attention />
        </Suspense>
      </div>
      <Suspense>
        <Figures />
      </Suspense>
    </Page>
  )
}
