"""Tables for friends and bots: sockets around a `Table`. Loses nothing, leaks nothing.

deeds    what can happen at a table, as it is kept
store    keeps it: durable before anyone is told
match    one table: who sits where, what happened, what stands
door     everything that leaves, for one seat at a time
house    finds tables, takes commands, tells the others, wakes bots and clocks
workers  bots in processes of their own
reading  texts that strangers send, read off the loop
wire     every message, typed
socket   one connection          api     the same over HTTP
front    connections themselves  limits  how much one client may ask      hosts  who may ask at all
app      puts it together        journal what the owner is told           memory when garbage is looked for
"""
