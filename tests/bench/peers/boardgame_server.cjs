'use strict';
// node boardgame_server.cjs PORT SOCKET: boardgame.io, its matches in the Redis behind the socket.
const net = require('node:net');

// It would listen on every interface.
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function onLoopback(port, ...rest) {
  return typeof port === 'number' ? listen.call(this, port, '127.0.0.1', ...rest) : listen.call(this, port, ...rest);
};

const { Server } = require('boardgame.io/server');
const { game } = require('./boardgame_game.cjs');
const { RedisStorage } = require('./boardgame_redis.cjs');

const [port, socket] = process.argv.slice(2);
Server({ games: [game], db: new RedisStorage(socket), origins: [/127\.0\.0\.1/] }).run(Number(port));
process.on('SIGTERM', () => process.exit(0));
