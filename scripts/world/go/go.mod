module botscope/world

go 1.22

require github.com/go-telegram/bot v1.19.0
