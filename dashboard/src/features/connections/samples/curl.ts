import type { Framework } from './framework.ts';

/** By hand, and the model for every framework that is not in the list. */
export const curl: Framework = {
  name: 'curl',
  language: 'HTTP',
  copies: ({ origin }) => `curl -X POST '${origin}/v1/send-batch-update' \\
  -H "Api-Key: $BOTSCOPE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d "[{
    \\"date\\": \\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\\",
    \\"update\\": {
      \\"update_id\\": 1,
      \\"message\\": {
        \\"message_id\\": 1,
        \\"date\\": $(date +%s),
        \\"chat\\": { \\"id\\": 1000001, \\"type\\": \\"private\\", \\"first_name\\": \\"Ann\\" },
        \\"from\\": { \\"id\\": 1000001, \\"is_bot\\": false, \\"first_name\\": \\"Ann\\" },
        \\"text\\": \\"/start\\"
      }
    }
  }]"`,
  calls: ({ origin }) => `curl -X POST '${origin}/v1/send-batch-call' \\
  -H "Api-Key: $BOTSCOPE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d "[{
    \\"date\\": \\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\\",
    \\"method\\": \\"sendMessage\\",
    \\"params\\": { \\"chat_id\\": 1000001, \\"text\\": \\"Hello!\\" },
    \\"response\\": {
      \\"ok\\": true,
      \\"result\\": {
        \\"message_id\\": 2,
        \\"date\\": $(date +%s),
        \\"chat\\": { \\"id\\": 1000001, \\"type\\": \\"private\\", \\"first_name\\": \\"Ann\\" },
        \\"text\\": \\"Hello!\\"
      }
    }
  }]"`,
  root: ({ apiRoot }) => `curl "${apiRoot}/bot$BOT_TOKEN/getMe"`,
  hook: ({ hookUrl }) => `curl "https://api.telegram.org/bot$BOT_TOKEN/setWebhook" \\
  -d 'url=${hookUrl}' \\
  -d "secret_token=$WEBHOOK_SECRET"`,
};
