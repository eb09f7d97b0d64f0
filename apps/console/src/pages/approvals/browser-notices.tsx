import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { startNotices, stopNotices } from './notices.ts'
import { noticesKey } from './notices-key.ts'

type Choice = 'off' | 'on' | 'blocked'

function readChoice(): Choice {
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(noticesKey) ? 'on' : 'off'
}

export const BrowserNotices = () => ('Notification' in window ? <NoticesChoice /> : null)

/** Requests the browser's permission only after the press. */
function NoticesChoice() {
  const notices = t.approvalNotices
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(readChoice)
  const turnOn = async (): Promise<void> => {
    if ((await Notification.requestPermission()) === 'granted') {
      localStorage.setItem(noticesKey, 'on')
      startNotices(queryClient, navigate)
    }
    setChoice(readChoice())
  }
  const turnOff = (): void => {
    localStorage.removeItem(noticesKey)
    stopNotices()
    setChoice(readChoice())
  }
  if (choice === 'blocked') return <Notice title={notices.title}>{notices.blocked}</Notice>
  if (choice === 'on')
    return (
      <Notice
        tone="good"
        title={notices.isOn}
        action={
          <Button size="sm" onPress={turnOff}>
            {notices.turnOff}
          </Button>
        }
      />
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button size="sm" onPress={() => void turnOn()}>
        {notices.turnOn}
      </Button>
      <p className="flex-1 basis-72 text-sm text-quiet text-pretty">{notices.text}</p>
    </div>
  )
}
