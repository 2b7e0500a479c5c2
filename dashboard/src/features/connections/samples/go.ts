import type { Addresses, Framework } from './framework.ts';

const push = ({ origin }: Addresses): string => `func push(update any) {
	item := map[string]any{"date": time.Now().UTC().Format(time.RFC3339Nano), "update": update}
	body, err := json.Marshal([]any{item})
	if err != nil {
		return
	}
	request, _ := http.NewRequest("POST", "${origin}/v1/send-batch-update", bytes.NewReader(body))
	request.Header.Set("Api-Key", os.Getenv("BOTSCOPE_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	if response, err := http.DefaultClient.Do(request); err == nil {
		response.Body.Close()
	}
}`;

export const goTelegram: Framework = {
  name: 'go-telegram/bot',
  language: 'Go',
  copies: (addresses) => `${push(addresses)}

func sendCopy(next bot.HandlerFunc) bot.HandlerFunc {
	return func(ctx context.Context, b *bot.Bot, update *models.Update) {
		go push(update)
		next(ctx, b, update)
	}
}

b, err := bot.New(os.Getenv("BOT_TOKEN"), bot.WithMiddlewares(sendCopy))`,
  root: ({ apiRoot }) => `b, err := bot.New(os.Getenv("BOT_TOKEN"), bot.WithServerURL("${apiRoot}"))`,
  hook: ({ hookUrl }) => `// In place of your own address
b.SetWebhook(ctx, &bot.SetWebhookParams{
	URL:         "${hookUrl}",
	SecretToken: os.Getenv("WEBHOOK_SECRET"),
})`,
};

export const telebot: Framework = {
  name: 'telebot',
  language: 'Go',
  copies: (addresses) => `${push(addresses)}

poller := tele.NewMiddlewarePoller(
	&tele.LongPoller{Timeout: 10 * time.Second},
	func(update *tele.Update) bool {
		go push(*update)
		return true
	},
)
b, err := tele.NewBot(tele.Settings{Token: os.Getenv("BOT_TOKEN"), Poller: poller})`,
  root: ({ apiRoot }) => `b, err := tele.NewBot(tele.Settings{
	URL:    "${apiRoot}",
	Token:  os.Getenv("BOT_TOKEN"),
	Poller: &tele.LongPoller{Timeout: 10 * time.Second},
})`,
  hook: ({ hookUrl }) => `poller := &tele.Webhook{
	Listen:      ":8080", // as before
	Endpoint:    &tele.WebhookEndpoint{PublicURL: "${hookUrl}"},
	SecretToken: os.Getenv("WEBHOOK_SECRET"),
}`,
};

export const goTelegramBotApi: Framework = {
  name: 'telegram-bot-api 5',
  language: 'Go',
  copies: (addresses) => `${push(addresses)}

for update := range bot.GetUpdatesChan(config) {
	go push(update)
	// your own handling, as before
}`,
  root: ({ apiRoot }) => `// Links made by GetFileDirectURL still lead to Telegram itself
bot, err := tgbotapi.NewBotAPIWithAPIEndpoint(os.Getenv("BOT_TOKEN"), "${apiRoot}/bot%s/%s")`,
  hook: ({ hookUrl }) => `// In place of your own address
_, err := bot.MakeRequest("setWebhook", tgbotapi.Params{
	"url":          "${hookUrl}",
	"secret_token": os.Getenv("WEBHOOK_SECRET"),
})`,
};
