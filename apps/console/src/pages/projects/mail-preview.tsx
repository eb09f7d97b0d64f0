import type { Project } from '@signet/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { change } from '../../api/change.ts'
import type { Answer, Input } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { TextLink } from '../../components/link.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { useTheme } from '../../theme.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { addressShown } from './address.ts'

type Draft = Input<'project_mail_text_preview'>

const pauseMilliseconds = 300

/** Returns the draft after a pause in typing. */
function useSettled(draft: Draft): Draft {
  const key = JSON.stringify(draft)
  const [settled, setSettled] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [key])
  return JSON.parse(settled)
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void): () => void {
  prefersDark.addEventListener('change', listener)
  return () => prefersDark.removeEventListener('change', listener)
}

/** Returns the look of the console. */
function useLook(): 'light' | 'dark' {
  const theme = useTheme()
  const isDark = useSyncExternalStore(subscribe, () => prefersDark.matches)
  return theme === 'system' ? (isDark ? 'dark' : 'light') : theme
}

interface MailPreviewProps {
  readonly project: Project
  readonly input: Draft
}

/** The server renders the mail as it is sent. The preview follows the look of the console until another one is selected. */
export function MailPreview({ project, input }: MailPreviewProps) {
  const texts = t.mails
  const present = useLook()
  const [chosen, setChosen] = useState<string | null>(null)
  const draft = useSettled(input)
  const { data, error } = useQuery({
    queryKey: ['project_mail_text_preview', draft],
    queryFn: () => change('project_mail_text_preview', draft),
    placeholderData: keepPreviousData,
  })
  const [height, setHeight] = useState(320)
  const frame = (look: 'light' | 'dark') =>
    data && <MailFrame html={data.html} look={look} height={height} onMeasure={setHeight} />
  return (
    <section aria-label={texts.preview} className="grid gap-3">
      <ProblemNotice problem={error ? problemOf(error) : null} />
      {data && (
        <>
          <Head project={project} mail={data} />
          <Tabs
            label={texts.preview}
            selected={chosen ?? present}
            onSelect={setChosen}
            tabs={[
              { id: 'light', title: texts.light, content: frame('light') },
              { id: 'dark', title: texts.dark, content: frame('dark') },
              {
                id: 'text',
                title: texts.plain,
                content: (
                  <pre className="rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
                    {data.text}
                  </pre>
                ),
              },
            ]}
          />
        </>
      )}
    </section>
  )
}

/** The name of the sender is the display name of the project; without one it is the address. */
function Head({
  project,
  mail,
}: {
  readonly project: Project
  readonly mail: Answer<'project_mail_text_preview'>
}) {
  const texts = t.mails
  const { email } = useOperation('whoami', {})
  const { id, displayName, issuer } = project
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-3 py-2.5 wrap-anywhere">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-quiet">{texts.from}</dt>
        <dd>
          {displayName ?? (issuer && addressShown(issuer))}
          {mail.from && <span className="text-quiet"> &lt;{mail.from}&gt;</span>}
        </dd>
        <dt className="text-quiet">{texts.to}</dt>
        <dd>{email}</dd>
        <dt className="text-quiet">{texts.subject}</dt>
        <dd className="font-medium">{mail.subject}</dd>
      </dl>
      {!displayName && (
        <p className="text-sm text-caution">
          {texts.addressShown} <TextLink {...paths.projectSettings(id)}>{texts.setName}</TextLink>
        </p>
      )}
    </div>
  )
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): string }
}

/** The console's policy permits HTML only by a named rule; the frame of the preview executes no scripts. */
const trustedTypes: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes')
const htmlOfMail = trustedTypes?.createPolicy('mail-preview', { createHTML: (html) => html }) ?? {
  createHTML: (html: string) => html,
}

/** Keeps the colors of the logo in the inverted frame, and outlines the card of the mail. */
function darken(mail: Document): void {
  for (const { style } of mail.images) style.filter = 'invert(1) hue-rotate(180deg)'
  for (const { style } of mail.querySelectorAll<HTMLElement>('td > table[width]'))
    style.boxShadow = '0 0 0 1px #b9bec8'
}

interface MailFrameProps {
  readonly html: string
  readonly look: 'light' | 'dark'
  /** Shared by the looks, so that the frame of another look has its place before its mail is loaded. */
  readonly height: number
  readonly onMeasure: (height: number) => void
}

/**
 * A frame without scripts. The console's policy forbids styles in the text of a page, so they are set on its elements. The dark look
 * inverts the colors, as a mail program does with a light message. The ground around the card is that of the
 * console in the same look.
 */
function MailFrame({ html, look, height, onMeasure }: MailFrameProps) {
  const { preview } = t.mails
  const frame = useRef<HTMLIFrameElement>(null)
  /** A document in a hidden frame has no height: the height is measured when the frame is shown and when its width changes. */
  const measure = (): void => {
    const mail = frame.current?.contentDocument
    if (frame.current?.clientWidth && mail?.body?.childElementCount)
      onMeasure(mail.documentElement.offsetHeight)
  }
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (frame.current)
      frame.current.srcdoc = htmlOfMail.createHTML(html.replaceAll(' style="', ' data-style="'))
  }, [html])
  return (
    <div className="overflow-hidden rounded-md bg-sunken" style={{ colorScheme: look }}>
      <iframe
        ref={frame}
        title={preview}
        sandbox="allow-same-origin"
        height={height}
        className={look === 'dark' ? 'block w-full hue-rotate-180 invert-[.92]' : 'block w-full'}
        style={{ colorScheme: 'light' }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (!contentDocument) return
          for (const element of contentDocument.querySelectorAll<HTMLElement>('[data-style]'))
            element.style.cssText = element.dataset.style ?? ''
          for (const ground of contentDocument.querySelectorAll<HTMLElement>('body, body > table'))
            ground.style.background = 'none'
          if (look === 'dark') darken(contentDocument)
          for (const link of contentDocument.querySelectorAll('a')) link.removeAttribute('href')
          measure()
        }}
      />
    </div>
  )
}
