import { useSearch } from '@tanstack/react-router'
import { TextLink } from '../../components/link.tsx'
import { Rich } from '../../components/rich.tsx'
import { paths, signInUrl } from '../../paths.ts'
import type { signInProblems } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Notice } from '../../ui/notice.tsx'
import { Frame } from './frame.tsx'

const problems: Record<(typeof signInProblems)[number], { title: string; text: string }> = {
  sign_in_expired: {
    title: t.entry.expired,
    text: t.entry.expiredText,
  },
  sign_in_refused: {
    title: t.entry.refused,
    text: t.entry.refusedText,
  },
}

export function SignedOutPage() {
  const { problem } = useSearch({ from: '/' })
  const said = problem && problems[problem]
  return (
    <Frame
      title="Signet"
      text={t.entry.text}
      footer={
        <Rich
          text={t.entry.newInstance('{link}')}
          parts={{ link: <TextLink {...paths.setup()}>{t.entry.setUp}</TextLink> }}
        />
      }
    >
      {said && (
        <Notice tone="problem" title={said.title}>
          {said.text}
        </Notice>
      )}
      <a href={signInUrl()} className={buttonStyle('primary', 'lg', 'w-full')}>
        {t.entry.signIn}
      </a>
    </Frame>
  )
}
