import { t } from '../../texts/index.ts'

interface GuideLinkProps {
  /** Path in the documents of the running version. */
  readonly to: `/docs/${string}`
}

export const GuideLink = ({ to }: GuideLinkProps) => (
  <a className="text-accent underline underline-offset-2" href={to} target="_blank" rel="noreferrer">
    {t.users.transfer.move.guide}
  </a>
)
