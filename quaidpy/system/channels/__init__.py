"""By what is a person told who sits at no terminal: a file, the desktop's notifier, a webhook?

One module a channel; each is a `ports.notices.NoticeChannel`.
"""
