import { useOperation } from '../../api/operation.ts'
import { AttentionList } from '../../components/attention.tsx'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { Attention } from './attention.tsx'
import { Figures } from './figures.tsx'
import { FirstProject } from './first-project.tsx'

export function HomePage() {
  const { can } = useOperation('whoami', {})
  return (
    <Page title={t.home.title}>
      <div className="group grid grid-cols-1">
        <AttentionList label={t.home.begin}>
          <FirstProject can={can} />
        </AttentionList>
        <Attention />
      </div>
      <Figures />
    </Page>
  )
}
