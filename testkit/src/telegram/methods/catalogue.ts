import type { Method } from '../method.ts';
import * as answer from './answer.ts';
import * as commands from './commands.ts';
import * as edit from './edit.ts';
import * as forward from './forward.ts';
import { getUpdates } from './get-updates.ts';
import * as lookup from './lookup.ts';
import * as menuButton from './menu-button.ts';
import * as payments from './payments.ts';
import { getMe, myDescription, myName, myShortDescription } from './profile.ts';
import * as content from './send-content.ts';
import * as media from './send-media.ts';
import { sendMediaGroup } from './send-media-group.ts';
import { sendChatAction, sendMessage } from './send-message.ts';
import * as session from './session.ts';
import * as stars from './stars.ts';
import * as webhook from './webhook.ts';

/** Every method the simulated server knows, in Telegram's spelling. */
const methods: Record<string, Method> = {
  getMe,
  getUpdates,
  ...webhook,
  sendMessage,
  sendChatAction,
  sendPhoto: media.sendPhoto,
  sendDocument: media.sendDocument,
  sendVideo: media.sendVideo,
  sendVoice: media.sendVoice,
  sendAudio: media.sendAudio,
  sendAnimation: media.sendAnimation,
  sendSticker: media.sendSticker,
  sendMediaGroup,
  ...content,
  ...forward,
  ...answer,
  ...edit,
  ...commands,
  ...lookup,
  ...menuButton,
  ...payments,
  ...stars,
  ...session,
  getMyName: myName.get,
  setMyName: myName.set,
  getMyDescription: myDescription.get,
  setMyDescription: myDescription.set,
  getMyShortDescription: myShortDescription.get,
  setMyShortDescription: myShortDescription.set,
};

const byLowerCase = new Map(Object.entries(methods).map(([name, run]) => [name.toLowerCase(), { name, run }]));

/** Finds a method whatever the case of its name. */
export function findMethod(name: string): { name: string; run: Method } | undefined {
  return byLowerCase.get(name.toLowerCase());
}
