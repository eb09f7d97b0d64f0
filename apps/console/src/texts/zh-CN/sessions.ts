import type { Chinese } from '../types.ts'

export const sessions: Chinese<'sessions'> = {
  text: '您在哪些地方登录了控制台。请结束无法识别的会话，然后更改密码。',
  browser: '浏览器',
  thisBrowser: '此浏览器',
  anotherBrowser: '其他浏览器',
  lastSeen: '最近活动',
  signedIn: '登录时间',
  endsAt: '最迟结束时间',
  end: '结束',
  ended: '会话已结束。',
  nowhere: '没有任何登录',
}
