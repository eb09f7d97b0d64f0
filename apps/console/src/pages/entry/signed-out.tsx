import { useSearch } from '@tanstack/react-router'
import { TextLink } from '../../components/link.tsx'
import { paths, signInUrl } from '../../paths.ts'
import type { signInProblems } from '../../searches.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Notice } from '../../ui/notice.tsx'
import { Frame } from './frame.tsx'

const problems: Record<(typeof signInProblems)[number], { title: string; text: string }> = {
  sign_in_expired: {
    title: 'The sign-in took too long',
    text: 'It was started more than ten minutes ago, or in another browser. Start it again.',
  },
  sign_in_refused: {
    title: 'The sign-in was not completed',
    text: 'It was cancelled, or the account may not use the console.',
  },
}

export function SignedOutPage() {
  const { problem } = useSearch({ from: '/' })
  const said = problem && problems[problem]
  return (
    <Frame
      title="Signet"
      text="The administration console of this identity service."
      footer={
        <>
          A new instance? <TextLink {...paths.setup()}>Set up this instance</TextLink>
        </>
      }
    >
      {said && (
        <Notice tone="problem" title={said.title}>
          {said.text}
        </Notice>
      )}
      <a href={signInUrl()} className={buttonStyle('primary', 'lg', 'w-full')}>
        Sign in
      </a>
    </Frame>
  )
}
