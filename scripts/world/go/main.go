// An echo bot on go-telegram/bot as published: polls (59 s), or listens for its webhook and checks the secret.
package main

import (
	"context"
	"net/http"
	"os"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

func echo(ctx context.Context, b *bot.Bot, update *models.Update) {
	if update.Message == nil {
		return
	}
	b.SendMessage(ctx, &bot.SendMessageParams{ChatID: update.Message.Chat.ID, Text: "echo " + update.Message.Text})
}

func main() {
	ctx := context.Background()
	options := []bot.Option{bot.WithDefaultHandler(echo), bot.WithServerURL(os.Getenv("API_ROOT"))}
	port := os.Getenv("HOOK_PORT")
	if port != "" {
		options = append(options, bot.WithWebhookSecretToken(os.Getenv("WEBHOOK_SECRET")))
	}
	b, err := bot.New(os.Getenv("BOT_TOKEN"), options...)
	if err != nil {
		panic(err)
	}
	if port == "" {
		b.Start(ctx)
		return
	}
	go b.StartWebhook(ctx)
	http.ListenAndServe("127.0.0.1:"+port, b.WebhookHandler())
}
