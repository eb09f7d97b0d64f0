import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { change } from '../../api/change.ts'
import type { Input } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { t } from '../../texts/index.ts'
import { Tabs } from '../../ui/tabs.tsx'

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

/** The server renders the mail as it is sent. */
export function MailPreview({ input }: { readonly input: Draft }) {
  const texts = t.mails
  const draft = useSettled(input)
  const { data, error } = useQuery({
    queryKey: ['mail preview', draft],
    queryFn: () => change('project_mail_text_preview', draft),
    placeholderData: keepPreviousData,
  })
  const frame = (look: 'light' | 'dark') => data && <MailFrame html={data.html} look={look} />
  return (
    <section aria-label={texts.preview} className="grid gap-3">
      <ProblemNotice problem={error ? problemOf(error) : null} />
      {data && (
        <>
          <p className="font-medium wrap-anywhere">{data.subject}</p>
          <Tabs
            label={texts.preview}
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

/**
 * A frame without scripts. The console's policy forbids styles in the text of a page, so they are set on its elements. The dark look
 * inverts the colors, as a mail program does with a light message.
 */
function MailFrame({ html, look }: { readonly html: string; readonly look: 'light' | 'dark' }) {
  const { preview } = t.mails
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(320)
  useEffect(() => {
    if (frame.current)
      frame.current.srcdoc = htmlOfMail.createHTML(html.replaceAll(' style="', ' data-style="'))
  }, [html])
  return (
    <iframe
      ref={frame}
      title={preview}
      sandbox="allow-same-origin"
      height={height}
      className={look === 'dark' ? 'w-full rounded-md hue-rotate-180 invert' : 'w-full rounded-md'}
      onLoad={({ currentTarget: { contentDocument } }) => {
        if (!contentDocument) return
        for (const element of contentDocument.querySelectorAll<HTMLElement>('[data-style]'))
          element.style.cssText = element.dataset.style ?? ''
        for (const link of contentDocument.querySelectorAll('a')) link.removeAttribute('href')
        setHeight(contentDocument.documentElement.scrollHeight)
      }}
    />
  )
}
