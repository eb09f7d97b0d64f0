<?php
require __DIR__ . '/vendor/autoload.php';

session_start();
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

$signet = new Jumbojett\OpenIDConnectClient(getenv('ISSUER'), getenv('CLIENT_ID'), getenv('CLIENT_SECRET'));
$signet->setRedirectURL(getenv('REDIRECT_URI'));
$signet->setCodeChallengeMethod('S256');
$signet->addScope(explode(' ', getenv('SCOPE')));

if ($path === '/sign-in' || $path === '/callback') {
    $signet->authenticate();
    session_regenerate_id(true);
    $_SESSION['name'] = $signet->requestUserInfo('name');
    $_SESSION['id_token'] = $signet->getIdToken();
    header('Location: /');
} elseif ($path === '/sign-out') {
    $token = $_SESSION['id_token'];
    session_destroy();
    $signet->signOut($token, getenv('POST_LOGOUT_URI'));
} elseif (isset($_SESSION['name'])) {
    echo 'Hello, ' . htmlspecialchars($_SESSION['name']) . ' <a href="/sign-out">Sign out</a>';
} else {
    echo '<a href="/sign-in">Sign in</a>';
}
