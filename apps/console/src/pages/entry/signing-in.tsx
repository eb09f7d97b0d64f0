import { signInUrl } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Frame } from './frame.tsx'

interface SigningInProps {
  readonly title: string
  readonly email: string
  /** Path of the console after the sign-in. */
  readonly returnTo?: string
}

/** Visible until the browser leaves, and after it returns from an incomplete sign-in. */
export const SigningIn = ({ title, email, returnTo }: SigningInProps) => (
  <Frame title={title} text={t.entry.signingIn(email)}>
    <a href={signInUrl(returnTo, email)} className={buttonStyle('secondary', 'lg', 'w-full')}>
      {t.entry.signIn}
    </a>
  </Frame>
)
